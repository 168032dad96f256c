import sharp from 'sharp';
import type { ReportPhoto, ReportSignature } from '../../../platform/reports.ts';
import { BlobExists, type BlobStore } from '../../../storage/blobs/blob-store.ts';
import { findBlob } from '../../../storage/blobs/find-blob.ts';
import { pictureKey } from '../../../storage/photos/photo-keys.ts';
import { PhotoRejected, photoForReport } from '../../../storage/photos/prepare-photo.ts';
import type { ReportFacts } from '../report-facts.ts';

/**
 * Loads the photos as a report shows them, in order; one whose files are missing or damaged is null and keeps
 * its place.
 */
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

/** Loads the picture of a signature as a report shows it; null if there is none, or its files are missing. */
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

/** Makes the size again from the original, for this report and later ones. */
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

/** A damaged one is deleted first; another report may have repaired it meanwhile. */
async function saveReportSize(blobs: BlobStore, key: string, jpeg: Uint8Array): Promise<void> {
  await blobs.delete(key);
  await blobs.put(key, jpeg).catch((error: unknown) => {
    if (!(error instanceof BlobExists)) throw error;
  });
}

/** Whether a JPEG begins and ends correctly: a cheap check that finds truncated files and other content. */
function looksWhole(jpeg: Uint8Array): boolean {
  const marker = (at: number) => ((jpeg.at(at) ?? 0) << 8) | (jpeg.at(at + 1) ?? 0);
  return marker(0) === 0xffd8 && marker(-2) === 0xffd9;
}

/** Leaves out photos that can't be decoded: one damaged picture would break the whole report. */
export function dropUndecodable(photos: (ReportPhoto | null)[]): Promise<(ReportPhoto | null)[]> {
  return Promise.all(
    photos.map(async (photo) => (photo && (await isDecodable(photo.jpeg)) ? photo : null)),
  );
}

/** Leaves out the picture of a signature that can't be decoded. */
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
