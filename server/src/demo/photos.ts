import { createHash } from 'node:crypto';
import type { BlobStore } from '../storage/blob-store.ts';
import { type PreparedPhoto, photoSizes, preparePhoto } from '../storage/prepare-photo.ts';
import type { DemoPhoto } from './cases.ts';
import { drawIdentityCard, drawPlace, drawPortrait } from './draw-place.ts';

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
}

/** Different pictures of one scene; the rest differ in time and place alone, which keeps the first start short. */
const variants = 6;
const timeZone = 'Asia/Kolkata';

/** A UUID that is the same for the same name, so that loading again replaces files and leaves none behind. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`doorstep demo ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function putSizes(
  store: BlobStore,
  key: string,
  original: Uint8Array,
  sizes: PreparedPhoto['sizes'],
) {
  const put = async (name: string, bytes: Uint8Array) => {
    await store.delete(`${key}/${name}`);
    await store.put(`${key}/${name}`, bytes);
  };
  await put('original', original);
  for (const size of photoSizes) await put(size, sizes[size]);
}

/** Draws and stores the photos of each visit; answers their rows, visit by visit. */
export async function storeDemoPhotos(
  store: BlobStore,
  visits: DemoPhoto[][],
): Promise<DemoPhotoRow[][]> {
  const prepared = new Map<string, Promise<PreparedPhoto>>();
  const storeOne = async (
    photo: DemoPhoto,
    visit: number,
    position: number,
  ): Promise<DemoPhotoRow> => {
    const variant = (visit * 5 + position) % variants;
    const original = await drawPlace(variant, photo);
    const picture = `${photo.scene} ${variant}`;
    const sizes = prepared.get(picture) ?? preparePhoto(original, { timeZone });
    prepared.set(picture, sizes);
    const { kind, width, height, sizes: derived } = await sizes;
    const id = uuidOf(`photo ${visit} ${position}`);
    await putSizes(store, `photos/${id}`, original, derived);
    return {
      id,
      position,
      kind,
      bytes: original.byteLength,
      sha256: createHash('sha256').update(original).digest(),
      width,
      height,
      taken_at: photo.takenAt,
      latitude: photo.latitude,
      longitude: photo.longitude,
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

/** The made-up identity images of one agent: a portrait, a PAN card and both sides of an Aadhaar card. */
export async function storeIdentityImages(store: BlobStore, name: string) {
  const images = [
    { kind: 'profile' as const, position: 0, bytes: await drawPortrait(1) },
    { kind: 'pan' as const, position: 0, bytes: await drawIdentityCard(2, 'pan', name) },
    { kind: 'aadhaar' as const, position: 0, bytes: await drawIdentityCard(3, 'aadhaar', name) },
    { kind: 'aadhaar' as const, position: 1, bytes: await drawIdentityCard(4, 'aadhaar', name) },
  ];
  return Promise.all(
    images.map(async ({ kind, position, bytes }) => {
      const id = uuidOf(`identity ${kind} ${position}`);
      const { sizes } = await preparePhoto(bytes, { timeZone });
      await putSizes(store, `identity/${id}`, bytes, sizes);
      return { id, kind, position };
    }),
  );
}
