import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { preparePhoto } from '../storage/prepare-photo.ts';
import { drawIdentityCard, drawPlace, drawPortrait } from './draw-place.ts';
import { scenes } from './photos/draw-scene.ts';

const here = {
  takenAt: new Date('2026-03-05T05:00:00Z'),
  latitude: 19.0758675,
  longitude: 72.8670094,
};
const timeZone = 'UTC';

test.each(Object.keys(scenes) as (keyof typeof scenes)[])(
  'a %s is a photo like an agent’s, with time and place',
  async (scene) => {
    const bytes = await drawPlace(1, { scene, ...here });
    expect(bytes.length).toBeGreaterThan(120_000);
    expect(bytes.length).toBeLessThan(400_000);
    const photo = await preparePhoto(bytes, { timeZone });
    expect(photo).toMatchObject({
      width: 1600,
      height: 1200,
      takenAt: '2026-03-05T10:30:00+05:30',
    });
    expect(photo.latitude).toBeCloseTo(here.latitude, 6);
    expect(photo.longitude).toBeCloseTo(here.longitude, 6);
  },
);

test('a seed is one picture, whatever the time and place', async () => {
  const pixels = async (seed: number, takenAt: Date) =>
    sharp(await drawPlace(seed, { scene: 'gate', ...here, takenAt }))
      .raw()
      .toBuffer();
  const first = await pixels(3, here.takenAt);
  expect(first.equals(await pixels(3, new Date('2026-04-01T12:00:00Z')))).toBe(true);
  expect(first.equals(await pixels(4, here.takenAt))).toBe(false);
});

test('south and west are kept apart from north and east', async () => {
  const at = {
    scene: 'document',
    takenAt: here.takenAt,
    latitude: -33.8586671,
    longitude: -70.5,
  } as const;
  const { latitude, longitude } = await preparePhoto(await drawPlace(1, at), { timeZone });
  expect(latitude).toBeCloseTo(-33.8586671, 6);
  expect(longitude).toBeCloseTo(-70.5, 6);
});

test('a card carries its name, in letters that come with the product', async () => {
  const [one, other] = await Promise.all(
    ['आशा देशपांडे', 'रवि कुमार'].map((name) => drawIdentityCard(1, 'pan', name)),
  );
  expect(one).not.toEqual(other);

  const file = new URL('./photos/fonts.conf', import.meta.url);
  const folders = [
    ...(await readFile(file, 'utf8')).matchAll(/<dir prefix="relative">(.+)<\/dir>/g),
  ];
  expect(folders.length).toBeGreaterThan(3);
  for (const [, folder = ''] of folders)
    expect((await readdir(new URL(`${folder}/`, file))).some((name) => name.endsWith('.ttf'))).toBe(
      true,
    );
});

test('a portrait is drawn', async () => {
  expect(await preparePhoto(await drawPortrait(1), { timeZone })).toMatchObject({ width: 1200 });
});
