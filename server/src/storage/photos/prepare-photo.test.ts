import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PhotoRejected, photoForReport, photoSizes, preparePhoto } from './prepare-photo.ts';

const options = { timeZone: 'Asia/Kolkata' };
const fixture = (name: string) =>
  readFile(new URL(`../../../fixtures/photos/${name}`, import.meta.url));
const prepare = async (name: string) => preparePhoto(await fixture(name), options);
const plain = (width: number, height: number, background = '#808080') =>
  sharp({ create: { width, height, channels: 3, background } });

test.each([
  ['house.jpg', 'image/jpeg', 2400, 1800, '2026-03-05T10:32:00+05:30', 18.52045, 73.856764],
  ['document.png', 'image/png', 640, 480, '2026-03-05T10:47:00+05:30', 18.5206, 73.856914],
  ['office.webp', 'image/webp', 1200, 900, '2026-03-05T10:45:00+05:30', 18.52058, 73.856894],
  ['shopfront.heic', 'image/heic', 1200, 900, '2026-03-05T10:50:00+05:30', 18.52063, 73.856944],
] as const)('reads %s', async (name, kind, width, height, takenAt, latitude, longitude) => {
  const bytes = await fixture(name);
  const photo = await preparePhoto(bytes, options);
  expect(photo).toMatchObject({ kind, width, height, takenAt });
  expect(photo.latitude).toBeCloseTo(latitude, 5);
  expect(photo.longitude).toBeCloseTo(longitude, 5);
  expect(photo.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));

  const edges = { thumbnail: 320, screen: 1600, report: 1000 };
  for (const size of photoSizes) {
    const made = await sharp(photo.sizes[size]).metadata();
    const longest = Math.min(edges[size], width);
    expect(made).toMatchObject({ format: 'jpeg', width: longest, height: longest * 0.75 });
    expect([made.exif, made.xmp, made.icc, made.orientation]).toEqual(Array(4).fill(undefined));
  }
});

test('turns a photo upright by its EXIF orientation and stores it upright', async () => {
  const before = await sharp(await fixture('rotated.jpg')).metadata();
  expect(before).toMatchObject({ width: 1200, height: 1600, orientation: 6 });
  const photo = await prepare('rotated.jpg');
  expect(photo).toMatchObject({ width: 1600, height: 1200 });

  // The photo shows a street, so the sky must be at the top.
  const brightness = async (top: number) => {
    const part = { left: 700, top, width: 200, height: 200 };
    const cut = await sharp(photo.sizes.screen).extract(part).toBuffer();
    const { channels } = await sharp(cut).stats();
    return channels[2]?.mean ?? 0;
  };
  expect(await brightness(100)).toBeGreaterThan((await brightness(950)) + 30);
});

test('the same photo always gives the same bytes', async () => {
  for (const name of ['gate.jpg', 'shopfront.heic'])
    expect(await prepare(name)).toEqual(await prepare(name));
});

test('turns transparency white and converts any colour space to sRGB', async () => {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const create = { width: 50, height: 50, channels: 4 as const, background };
  const seeThrough = await sharp({ create }).png().toBuffer();
  const cmyk = await plain(50, 50, '#ff0000').toColourspace('cmyk').jpeg().toBuffer();
  const grey = await plain(50, 50, '#404040').toColourspace('b-w').png().toBuffer();
  const colourOf = async (bytes: Uint8Array) => {
    const { sizes } = await preparePhoto(bytes, options);
    const pixels = await sharp(sizes.screen).toColourspace('srgb').raw().toBuffer();
    return [...pixels.subarray(0, 3)];
  };
  expect(await colourOf(seeThrough)).toEqual([255, 255, 255]);
  expect(await colourOf(grey)).toEqual([64, 64, 64]);
  const [red = 0, green = 255, blue = 255] = await colourOf(cmyk);
  expect(red).toBeGreaterThan(200);
  expect(Math.max(green, blue)).toBeLessThan(80);
});

test('a small photo is not enlarged', async () => {
  const { sizes } = await preparePhoto(await plain(200, 100).jpeg().toBuffer(), options);
  for (const size of photoSizes)
    expect(await sharp(sizes[size]).metadata()).toMatchObject({ width: 200, height: 100 });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

test.each([
  ['nothing', ''],
  ['SVG', svg],
  ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['GIF', 'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;'],
  ['PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
  ['HTML', '<!doctype html><img src=x>'],
  ['AVIF', '\0\0\0\x20ftypavif\0\0\0\0avifmif1miafMA1B'],
  ['a video', '\0\0\0\x18ftypmp42\0\0\0\0isommp42'],
  ['a box that claims to be endless', '\xff\xff\xff\xffftypmif1\0\0\0\0'],
  ['a stub of a box', '\0\0\0\x18ftyp'],
  ['a list of brands that does not end', `\0\0\x10\0ftyp${'isom'.repeat(500)}heic`],
])('rejects %s by its content', async (_, content) => {
  const refused = preparePhoto(Buffer.from(content, 'latin1'), options);
  await expect(refused).rejects.toThrow(PhotoRejected);
  await expect(refused).rejects.toThrow('A photo must be a JPEG, PNG, WebP or HEIC file.');
});

// Covers: threat-15
test('a file that only begins like a photo is passed to no other decoder', async () => {
  await expect(sharp(Buffer.from(svg)).toBuffer()).rejects.toThrow();
  for (const start of ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP'])
    await expect(preparePhoto(Buffer.from(start + svg, 'latin1'), options)).rejects.toThrow(
      PhotoRejected,
    );
});

test.each(['house.jpg', 'document.png', 'office.webp', 'shopfront.heic'])(
  'rejects %s truncated anywhere',
  async (name) => {
    const whole = await fixture(name);
    for (const share of [0.001, 0.05, 0.5, 0.9]) {
      const cut = whole.subarray(0, Math.ceil(whole.length * share));
      await expect(preparePhoto(cut, options), `${share}`).rejects.toThrow(PhotoRejected);
      await expect(photoForReport(cut), `${share}`).rejects.toThrow(PhotoRejected);
    }
  },
);

// Covers: threat-15
test('rejects a small file that claims billions of pixels', async () => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(50_000, 0);
  header.writeUInt32BE(50_000, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const bomb = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  await expect(preparePhoto(bomb, options)).rejects.toThrow(
    'A photo may have at most 50 million pixels.',
  );
});

test.each([
  'timeout: 56% complete\nVipsImage: killed for image "temp-60"',
  'out of memory -- size == 140MB',
  'VipsJpeg: Insufficient memory (case 4)',
])('a photo is not rejected for lack of machine resources: %s', async (message) => {
  const bytes = await fixture('gate.jpg');
  const starving = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error(message));
  onTestFinished(() => starving.mockRestore());
  await expect(preparePhoto(bytes, options)).rejects.toMatchObject({ status: 503 });
  expect(await preparePhoto(bytes, options)).toMatchObject({ kind: 'image/jpeg' });
});

test('many photos at the same time all succeed, next to rejected ones', async () => {
  const house = await fixture('house.jpg');
  const broken = (await fixture('gate.jpg')).subarray(0, 90_000);
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => preparePhoto(index % 2 ? broken : house, options)),
  );
  expect(results.map(({ status }) => status)).toEqual(
    results.map((_, index) => (index % 2 ? 'rejected' : 'fulfilled')),
  );
});
