import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { uuidOfName } from '../domain/uuid-of-name.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { PhotoHashes } from '../storage/photos/hash-photo.ts';
import { type PreparedPhoto, photoSizes, preparePhoto } from '../storage/photos/prepare-photo.ts';
import type { DemoPhoto } from './cases/visits.ts';
import { stampOrigin } from './stamp-origin.ts';

export interface DemoPhotoRow {
  id: string;
  position: number;
  kind: string;
  bytes: number;
  sha256: Buffer;
  width: number;
  height: number;
  taken_at: Date;
  latitude: number;
  longitude: number;
  hashes: PhotoHashes;
}

interface Picture {
  jpeg: Uint8Array;
  prepared: PreparedPhoto;
}

/** Reads each picture of `photos/` only once, because many photos differ only in time and place. */
function openPictures() {
  const opened = new Map<string, Promise<Picture>>();
  const open = async (name: string): Promise<Picture> => {
    const jpeg = await readFile(new URL(`./photos/${name}.jpg`, import.meta.url));
    return { jpeg, prepared: await preparePhoto(jpeg, { timeZone: 'Asia/Kolkata' }) };
  };
  return (name: string): Promise<Picture> => {
    const picture = opened.get(name) ?? open(name);
    opened.set(name, picture);
    return picture;
  };
}

/** Returns the same UUID for the same name, so that another load replaces the files of an earlier load. */
export const uuidOf = (name: string): string => uuidOfName(`doorstep demo ${name}`);

export async function putSizes(
  store: BlobStore,
  key: string,
  original: Uint8Array,
  sizes: PreparedPhoto['sizes'],
) {
  const put = async (name: string, bytes: Uint8Array) => {
    await store.delete(`${key}/${name}`);
    await store.put(`${key}/${name}`, bytes);
  };
  await Promise.all([
    put('original', original),
    ...photoSizes.map((size) => put(size, sizes[size])),
  ]);
}

export async function storeDemoPhotos(
  store: BlobStore,
  visits: DemoPhoto[][],
  timeZone: string,
): Promise<DemoPhotoRow[][]> {
  const open = openPictures();
  const storeOne = async (photo: DemoPhoto, visit: number, position: number) => {
    const { picture, takenAt, latitude, longitude } = photo;
    const { jpeg, prepared } = await open(picture);
    const original = await stampOrigin(jpeg, { takenAt, timeZone, latitude, longitude });
    const id = uuidOf(`photo ${visit} ${position}`);
    await putSizes(store, `photos/${id}`, original, prepared.sizes);
    return {
      id,
      position,
      kind: prepared.kind,
      bytes: original.byteLength,
      sha256: hash('sha256', original, 'buffer'),
      width: prepared.width,
      height: prepared.height,
      taken_at: takenAt,
      latitude,
      longitude,
      hashes: prepared.hashes,
    };
  };
  const rows: DemoPhotoRow[][] = visits.map(() => []);
  const queue = visits.entries();
  const work = async () => {
    for (const [visit, photos] of queue) {
      rows[visit] = await Promise.all(photos.map((photo, index) => storeOne(photo, visit, index)));
    }
  };
  await Promise.all([work(), work()]);
  return rows;
}

export async function storeIdentityImages(store: BlobStore) {
  const open = openPictures();
  const images = [
    { kind: 'profile' as const, position: 0, picture: 'agent-portrait' },
    { kind: 'pan' as const, position: 0, picture: 'agent-pan' },
    { kind: 'aadhaar' as const, position: 0, picture: 'agent-aadhaar-1' },
    { kind: 'aadhaar' as const, position: 1, picture: 'agent-aadhaar-2' },
  ];
  return Promise.all(
    images.map(async ({ kind, position, picture }) => {
      const id = uuidOf(`identity ${kind} ${position}`);
      const { jpeg, prepared } = await open(picture);
      await putSizes(store, `identity/${id}`, jpeg, prepared.sizes);
      return { id, kind, position };
    }),
  );
}
