import sharp from 'sharp';
import type { ReportPhoto } from '../../../platform/reports.ts';
import {
  BlobDamaged,
  BlobExists,
  BlobMissing,
  type BlobStore,
} from '../../../storage/blobs/blob-store.ts';
import { pictureKey } from '../../../storage/photos/photo-keys.ts';
import { PhotoRefused, photoForReport } from '../../../storage/photos/prepare-photo.ts';
import type { ReportFacts } from '../report-facts.ts';

/** The photos as a report shows them, in order; one whose files are missing or damaged is null and keeps its place. */
export function loadReportPhotos(
  blobs: BlobStore,
  photos: ReportFacts['photos'],
): Promise<(ReportPhoto | null)[]> {
  return Promise.all(
    photos.map(async ({ id, sha256: _, ...described }) => {
      const jpeg = (await loadReportSize(blobs, id)) ?? (await makeReportSize(blobs, id));
      return jpeg && { jpeg, ...described };
    }),
  );
}

async function loadReportSize(blobs: BlobStore, id: string): Promise<Uint8Array | null> {
  const jpeg = await find(blobs, pictureKey('photo', id, 'report'));
  return jpeg && looksWhole(jpeg) ? jpeg : null;
}

/** Makes the size again from the original, for this report and later ones. */
async function makeReportSize(blobs: BlobStore, id: string): Promise<Uint8Array | null> {
  const original = await find(blobs, pictureKey('photo', id, 'original'));
  if (!original) return null;
  try {
    const jpeg = await photoForReport(original);
    await saveReportSize(blobs, pictureKey('photo', id, 'report'), jpeg);
    return jpeg;
  } catch (error) {
    if (error instanceof PhotoRefused) return null;
    throw error;
  }
}

/** A damaged one makes room first; another report may have repaired it meanwhile. */
async function saveReportSize(blobs: BlobStore, key: string, jpeg: Uint8Array): Promise<void> {
  await blobs.delete(key);
  await blobs.put(key, jpeg).catch((error: unknown) => {
    if (!(error instanceof BlobExists)) throw error;
  });
}

async function find(blobs: BlobStore, key: string): Promise<Uint8Array | null> {
  try {
    return await blobs.get(key);
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof BlobDamaged) return null;
    throw error;
  }
}

/** Whether a JPEG begins and ends as one: cheap, and finds what was cut off or never was a picture. */
function looksWhole(jpeg: Uint8Array): boolean {
  const marker = (at: number) => ((jpeg.at(at) ?? 0) << 8) | (jpeg.at(at + 1) ?? 0);
  return marker(0) === 0xffd8 && marker(-2) === 0xffd9;
}

/** The photos with those that can't be decoded left out: one damaged picture would cost the whole report. */
export function dropUndecodable(photos: (ReportPhoto | null)[]): Promise<(ReportPhoto | null)[]> {
  return Promise.all(
    photos.map(async (photo) => (photo && (await isDecodable(photo.jpeg)) ? photo : null)),
  );
}

async function isDecodable(jpeg: Uint8Array): Promise<boolean> {
  try {
    await sharp(jpeg, { failOn: 'error' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
