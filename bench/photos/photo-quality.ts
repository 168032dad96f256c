import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  measurePhoto,
  type PhotoMeasures,
  thresholds,
} from '../../field/src/lib/capture/quality/measure-photo.ts';
import { describeMachine, record } from '../record.ts';
import { drawPlates } from './draw-plates.ts';

/**
 * Measures the sharpness and glare of photographs, with known amounts of blur and reflection added. Usage:
 * `node photos/photo-quality.ts FOLDER`. In FOLDER, the folder `signs` has photographs of signs and
 * documents, and the folder `others` has all other photographs.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name a folder with photographs.');
const machine = describeMachine();
sharp.concurrency(1);

/** A greyscale picture: one byte for each pixel, row by row. */
interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

async function shrink(photo: Sharp): Promise<Picture> {
  const { data, info } = await photo
    .rotate()
    .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const opened = ({ data, width, height }: Picture) =>
  sharp(data, { raw: { width, height, channels: 1 } });

/** The noise of a small camera, with a standard deviation of about 3 of 255 shades. */
const noise = Int8Array.from({ length: 65_521 }, (_, at) => {
  const wave = (factor: number) => Math.sin(at * factor) * 1e4;
  return Math.round(
    6 * [12.9898, 78.233, 39.425].reduce((sum, one) => sum + (wave(one) % 1) / 2, 0),
  );
});

async function take(picture: Picture): Promise<PhotoMeasures> {
  const { width, height } = picture;
  const noisy = Uint8ClampedArray.from(picture.data);
  for (let at = 0; at < noisy.length; at++)
    noisy[at] = (noisy[at] ?? 0) + (noise[at % 65_521] ?? 0);
  const data = Buffer.from(noisy.buffer);
  const jpeg = await opened({ data, width, height }).jpeg({ quality: 80 }).toBuffer();
  const pixels = await sharp(jpeg).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  return measurePhoto(pixels, width, height);
}

const blur = (picture: Picture, sigma: number): Promise<Picture> =>
  opened(picture)
    .blur(sigma)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
    .then((data) => ({ ...picture, data }));

function move(picture: Picture, length: number, isUp: boolean): Picture {
  const { data, width, height } = picture;
  const moved = Buffer.from(data);
  const [lines, count, aside, along] = isUp ? [width, height, 1, width] : [height, width, width, 1];
  for (let line = 0; line < lines; line++) {
    let sum = 0;
    for (let step = 0; step < count; step++) {
      const at = line * aside + step * along;
      sum += data[at] ?? 0;
      if (step >= length) sum -= data[at - length * along] ?? 0;
      moved[at] = Math.round(sum / Math.min(step + 1, length));
    }
  }
  return { ...picture, data: moved };
}

function shine(picture: Picture, radius: number): Picture {
  const { width, height } = picture;
  const core = radius * Math.max(width, height);
  const data = Uint8ClampedArray.from(picture.data);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const away = Math.hypot(x - 0.55 * width, y - 0.45 * height) / core;
      const light = away < 1 ? 255 : 255 * Math.exp(-4 * (away - 1));
      const at = y * width + x;
      data[at] = (data[at] ?? 0) + light;
    }
  }
  return { ...picture, data: Buffer.from(data.buffer) };
}

type Change = (picture: Picture, index: number) => Picture | Promise<Picture>;
const blurs: Record<string, Change> = {
  'as taken': (picture) => picture,
  'blurred, 1 pixel': (picture) => blur(picture, 1),
  'blurred, 2 pixels': (picture) => blur(picture, 2),
  'blurred, 3 pixels': (picture) => blur(picture, 3),
  'blurred, 4 pixels': (picture) => blur(picture, 4),
  'moved, 10 pixels': (picture, index) => move(picture, 10, index % 2 === 1),
  'moved, 20 pixels': (picture, index) => move(picture, 20, index % 2 === 1),
  'moved, 30 pixels': (picture, index) => move(picture, 30, index % 2 === 1),
};
const shines: Record<string, Change> = {
  'reflection, radius 3 %': (picture) => shine(picture, 0.03),
  'reflection, radius 5 %': (picture) => shine(picture, 0.05),
  'reflection, radius 8 %': (picture) => shine(picture, 0.08),
};

const listFiles = async (group: string) =>
  (await readdir(join(folder, group)))
    .filter((name) => /\.(jpe?g|png)$/i.test(name))
    .sort()
    .map((name) => sharp(join(folder, group, name)));
const groups: Record<string, Sharp[]> = {
  'signs and documents': await listFiles('signs'),
  'drawn plates and documents': await drawPlates(),
  'other photographs': await listFiles('others'),
};

const measured = new Map<string, Record<string, PhotoMeasures[]>>();
const changes = { ...blurs, ...shines };
for (const name of Object.keys(changes)) measured.set(name, {});
for (const [group, photos] of Object.entries(groups)) {
  for (const [index, photo] of photos.entries()) {
    const picture = await shrink(photo);
    for (const [name, change] of Object.entries(changes)) {
      const of = measured.get(name) ?? {};
      of[group] = [...(of[group] ?? []), await take(await change(picture, index))];
    }
  }
  console.log(`${group}: ${photos.length}`);
}

const names = Object.keys(groups);
const share = (values: readonly PhotoMeasures[] = [], isFault: (of: PhotoMeasures) => boolean) =>
  `${((100 * values.filter(isFault).length) / Math.max(1, values.length)).toFixed(0)} %`;
const photographs = Object.fromEntries(names.map((name) => [name, groups[name]?.length]));

async function recordMeasure(
  measure: keyof PhotoMeasures,
  of: Record<string, Change>,
  at: readonly number[],
  isFault: (value: number, threshold: number) => boolean,
) {
  const rows = Object.keys(of).flatMap((change) =>
    names.map((group) => ({ change, group, values: measured.get(change)?.[group] ?? [] })),
  );
  await record(
    `photo-${measure}`,
    {
      ...{ machine, photographs, chosen: thresholds[measure] },
      values: Object.fromEntries(
        rows.map(({ change, group, values }) => [
          `${group}, ${change}`,
          values.map((one) => Number(one[measure].toPrecision(3))).join(' '),
        ]),
      ),
    },
    [
      ['', '', ...at.map((threshold) => `at ${threshold}`)],
      ...rows.map(({ change, group, values }) => [
        change,
        group,
        ...at.map((threshold) => share(values, (one) => isFault(one[measure], threshold))),
      ]),
    ],
  );
}

await recordMeasure('sharpness', blurs, [1.5, 1.6, 1.7, 1.8], (value, least) => value < least);
const { 'as taken': taken = (picture: Picture) => picture } = blurs;
await recordMeasure(
  'glare',
  { 'as taken': taken, ...shines },
  [0.004, 0.008, 0.012],
  (value, most) => value > most,
);
