import sharp from 'sharp';
import { BlobMissing, type BlobStore } from '../../storage/blob-store.ts';
import { pictureKey } from '../../storage/photo-keys.ts';
import type { ReportPhoto } from './report-renderer.ts';
import type { CasePhoto } from './report-store.ts';

/** The photos as a report shows them, in order; one whose file is missing or damaged is null and keeps its place. */
export function loadReportPhotos(
  store: BlobStore,
  photos: CasePhoto[],
): Promise<(ReportPhoto | null)[]> {
  return Promise.all(
    photos.map(async ({ id, width, height, taken_at, latitude, longitude }) => {
      const jpeg = await loadJpeg(store, pictureKey('photo', id, 'report'));
      return jpeg && { jpeg, width, height, takenAt: taken_at, latitude, longitude };
    }),
  );
}

async function loadJpeg(store: BlobStore, key: string): Promise<Uint8Array | null> {
  try {
    const jpeg = await store.get(key);
    return (await isWhole(jpeg)) ? jpeg : null;
  } catch (error) {
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}

/** Whether every byte decodes: one damaged picture would cost the whole report. Decoding to a few pixels is cheap. */
async function isWhole(jpeg: Uint8Array): Promise<boolean> {
  try {
    const { format } = await sharp(jpeg).metadata();
    await sharp(jpeg, { failOn: 'truncated' }).resize(8).raw().toBuffer();
    return format === 'jpeg';
  } catch {
    return false;
  }
}
