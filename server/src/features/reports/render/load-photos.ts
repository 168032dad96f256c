import sharp from 'sharp';
import type { ReportPhoto, ReportSignature } from '../../../platform/reports.ts';
import { BlobExists, type BlobStore } from '../../../storage/blobs/blob-store.ts';
import { findBlob } from '../../../storage/blobs/find-blob.ts';
import { pictureKey } from '../../../storage/photos/photo-keys.ts';
import { PhotoRejected, photoForReport } from '../../../storage/photos/prepare-photo.ts';
import type { ReportFacts } from '../report-facts.ts';

/** Returns null for a photo whose files are missing or damaged. */
export function loadReportPhotos(
  blobs: BlobStore,
  photos: ReportFacts['photos'],
): Promise<(ReportPhoto | null)[]> {
  return Promise.all(
    photos.map(async ({ id, sha256: _, ...described }) => {
      const jpeg = await loadPicture(blobs, id);
      return jpeg && { jpeg, ...described };
    }),
  );
}

/** `jpeg` is null if the person did not sign, or if the picture's files are missing or damaged. */
export async function loadSignature(
  blobs: BlobStore,
  signature: ReportFacts['signature'],
): Promise<ReportSignature | undefined> {
  if (!signature) return undefined;
  const { pictureId, ...answer } = signature;
  return { ...answer, jpeg: pictureId === null ? null : await loadPicture(blobs, pictureId) };
}

const loadPicture = async (blobs: BlobStore, id: string) =>
  (await loadReportSize(blobs, id)) ?? makeReportSize(blobs, id);

async function loadReportSize(blobs: BlobStore, id: string): Promise<Uint8Array | null> {
  const jpeg = await findBlob(blobs, pictureKey('photo', id, 'report'));
  return jpeg && looksWhole(jpeg) ? jpeg : null;
}

async function makeReportSize(blobs: BlobStore, id: string): Promise<Uint8Array | null> {
  const original = await findBlob(blobs, pictureKey('photo', id, 'original'));
  if (!original) return null;
  try {
    const jpeg = await photoForReport(original);
    await saveReportSize(blobs, pictureKey('photo', id, 'report'), jpeg);
    return jpeg;
  } catch (error) {
    if (error instanceof PhotoRejected) return null;
    throw error;
  }
}

/**
 * Deletes the stored file first, if any, because `loadReportSize` found it damaged. Ignores `BlobExists`,
 * because another report may have saved the file at the same time.
 */
async function saveReportSize(blobs: BlobStore, key: string, jpeg: Uint8Array): Promise<void> {
  await blobs.delete(key);
  await blobs.put(key, jpeg).catch((error: unknown) => {
    if (!(error instanceof BlobExists)) throw error;
  });
}

/** Whether a file has a JPEG's start and end markers. This cheap check finds cut-off files and other types. */
function looksWhole(jpeg: Uint8Array): boolean {
  const marker = (at: number) => ((jpeg.at(at) ?? 0) << 8) | (jpeg.at(at + 1) ?? 0);
  return marker(0) === 0xffd8 && marker(-2) === 0xffd9;
}

/**
 * Replaces each photo that can't be decoded with null, because a single damaged photo would make the whole
 * report fail.
 */
export function dropUndecodable(photos: (ReportPhoto | null)[]): Promise<(ReportPhoto | null)[]> {
  return Promise.all(
    photos.map(async (photo) => (photo && (await isDecodable(photo.jpeg)) ? photo : null)),
  );
}

export async function dropUndecodableSignature(
  signature: ReportSignature,
): Promise<ReportSignature> {
  const { jpeg } = signature;
  return jpeg === null || (await isDecodable(jpeg)) ? signature : { ...signature, jpeg: null };
}

async function isDecodable(jpeg: Uint8Array): Promise<boolean> {
  try {
    await sharp(jpeg, { failOn: 'error' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
