import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { leastTexture } from '../../server/src/features/evidence/photos/photo-look-up-store.ts';
import { hashPhoto, type PhotoHashes } from '../../server/src/storage/photos/hash-photo.ts';
import { describeMachine, record } from '../record.ts';

/** Tests the hashes with real photographs. Usage: `node photos/real-photos.ts FOLDER` */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name a folder with photographs.');
const machine = describeMachine();
const [across, down] = [4, 2];
const thresholds = [
  [6, 8],
  [10, 12],
  [12, 12],
] as const;

sharp.concurrency(1);
const jpeg = async (photo: Sharp, quality: number) =>
  sharp(await photo.jpeg({ quality }).toBuffer());
const hashed = async (photo: Sharp) =>
  hashPhoto(
    await photo
      .resize(320, 320, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 75 })
      .toBuffer(),
  );

interface Part {
  bytes: Buffer;
  width: number;
  height: number;
}

async function cut(path: string): Promise<Part[]> {
  const { data, info } = await sharp(path)
    .resize(2560, 2560, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [width, height] = [Math.floor(info.width / across), Math.floor(info.height / down)];
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return Promise.all(
    Array.from({ length: across * down }, async (_, index) => {
      const [left, top] = [(index % across) * width, Math.floor(index / across) * height];
      const part = sharp(data, { raw }).extract({ left, top, width, height });
      return { bytes: await part.jpeg({ quality: 92 }).toBuffer(), width, height };
    }),
  );
}

function crop({ bytes, width, height }: Part, share: number, isCorner = false): Sharp {
  const [w, h] = [Math.round(width * (1 - share)), Math.round(height * (1 - share))];
  const [left, top] = isCorner ? [0, 0] : [(width - w) >> 1, (height - h) >> 1];
  return sharp(bytes).extract({ left, top, width: w, height: h });
}

const changes: Record<string, (part: Part) => Sharp | Promise<Sharp>> = {
  'packed again, quality 40': ({ bytes }) => jpeg(sharp(bytes), 40),
  'half as wide, quality 30': ({ bytes, width }) => jpeg(sharp(bytes).resize(width >> 1), 30),
  'a quarter brighter': ({ bytes }) => sharp(bytes).modulate({ brightness: 1.25 }),
  'a quarter darker': ({ bytes }) => sharp(bytes).modulate({ brightness: 0.75 }),
  'more contrast': ({ bytes }) => sharp(bytes).linear(1.3, -38),
  'without colour': ({ bytes }) => sharp(bytes).greyscale(),
  'cropped 2 %': (part) => crop(part, 0.02),
  'cropped 5 %': (part) => crop(part, 0.05),
  'cropped 5 %, right and bottom': (part) => crop(part, 0.05, true),
  'cropped 10 %': (part) => crop(part, 0.1),
  'cropped 15 %': (part) => crop(part, 0.15),
  mirrored: ({ bytes }) => sharp(bytes).flop(),
};

const originals: PhotoHashes[] = [];
const changed = new Map<string, PhotoHashes[]>(Object.keys(changes).map((name) => [name, []]));
const files = (await readdir(folder)).filter((name) => /\.(jpe?g|png)$/i.test(name)).sort();
for (const file of files) {
  for (const part of await cut(join(folder, file))) {
    originals.push(await hashed(sharp(part.bytes)));
    for (const [name, change] of Object.entries(changes))
      changed.get(name)?.push(await hashed(await change(part)));
  }
  console.log(`${originals.length} pictures`);
}

const apart = (one: string, other: string) => {
  let count = 0;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) count++;
  return count;
};
const distances = (one: PhotoHashes, other: PhotoHashes) =>
  [apart(one.dhash, other.dhash), apart(one.phash, other.phash)] as const;
const hasTexture = ({ texture }: PhotoHashes) => texture >= leastTexture;
const withTexture = originals.filter(hasTexture).length;

const spreads = [...changed].map(([name, hashes]) => {
  const pairs = hashes.flatMap((hash, index) => {
    const original = originals[index];
    return original && hasTexture(original) ? [{ hash, pair: distances(original, hash) }] : [];
  });
  const recognised = thresholds.map(
    ([d, p]) =>
      pairs.filter(({ hash, pair }) => hasTexture(hash) && pair[0] <= d && pair[1] <= p).length,
  );
  return { name, recognised, pairs: pairs.map(({ pair }) => pair) };
});

const alike = thresholds.map(() => 0);
/**
 * For each number of bits: the number of pairs of different pictures whose hashes both differ by at most
 * this many bits.
 */
const within: Record<number, number> = { 14: 0, 16: 0, 18: 0, 20: 0 };
let different = 0;
for (const [index, one] of originals.entries()) {
  for (const other of originals.slice(index + 1)) {
    if (!hasTexture(one) || !hasTexture(other)) continue;
    different++;
    const [d, p] = distances(one, other);
    for (const [at, [most, mostP]] of thresholds.entries())
      if (d <= most && p <= mostP) alike[at] = (alike[at] ?? 0) + 1;
    for (const bits of [14, 16, 18, 20])
      if (Math.max(d, p) <= bits) within[bits] = (within[bits] ?? 0) + 1;
  }
}

const percent = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;
await record(
  'photo-hashes',
  {
    machine,
    photographs: files.length,
    pictures: originals.length,
    withTexture,
    differentPairs: different,
    differentWithin: within,
    // For each way to change a picture, such as cropping: the differences between the hashes of each original
    // and of its changed copy. The tests of the evidence checks use these differences.
    spreads: Object.fromEntries(
      spreads.map(({ name, pairs }) => [name, pairs.map((pair) => pair.join(' ')).join(', ')]),
    ),
  },
  [
    ['Recognised', ...thresholds.map(([d, p]) => `at ${d} and ${p} bits`)],
    ...spreads.map(({ name, recognised }) => [
      name,
      ...recognised.map((count) => percent(count, withTexture)),
    ]),
    [`falsely alike, of ${different} different pairs`, ...alike],
  ],
);
