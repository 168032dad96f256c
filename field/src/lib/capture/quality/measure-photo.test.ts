import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPhoto } from './check-photo.ts';
import { findFaults, measurePhoto } from './measure-photo.ts';

const [width, height] = [800, 600];

/** Draws text on a plate. `blur` and `spot`, the radius of a bright spot, are in pixels. */
function draw(text: string, { blur = 0, spot = 0, size = 40 } = {}) {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser does not draw.');
  pen.filter = blur > 0 ? `blur(${blur}px)` : 'none';
  pen.fillStyle = '#c8b48c';
  pen.fillRect(-50, -50, width + 100, height + 100);
  pen.fillStyle = '#2a2118';
  pen.font = `${size}px serif`;
  for (let y = 60; y < height; y += size * 1.4) pen.fillText(text, 40, y);
  if (spot > 0) {
    pen.fillStyle = '#fff';
    pen.beginPath();
    pen.arc(420, 280, spot, 0, 2 * Math.PI);
    pen.fill();
  }
  return { canvas, pixels: pen.getImageData(0, 0, width, height).data };
}
const measure = (...of: Parameters<typeof draw>) => measurePhoto(draw(...of).pixels, width, height);

// Covers: door-photos-1
test('calls text blurred once it can’t be read, and a bright spot a reflection', () => {
  const name = 'Dr. Meera Joshi, Flat 12';
  expect(findFaults(measure(name))).toEqual([]);
  expect(findFaults(measure(name, { blur: 4 }))).toEqual(['blurred']);
  expect(findFaults(measure(name, { spot: 60 }))).toEqual(['glare']);
  // A small spot hides no word, and a spot at the edge of the picture counts as the sky.
  expect(findFaults(measure(name, { spot: 10 }))).toEqual([]);
  expect(findFaults(measure(name, { spot: 320 }))).toEqual([]);
  expect(findFaults(measure(''))).toEqual(['blurred']);
});

// Covers: door-photos-1
test('blurring never makes a picture sharper', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'ABEMRkmnsx 128'),
    minLength: 12,
    maxLength: 30,
  });
  const picture = fc.record({
    text,
    size: fc.integer({ min: 24, max: 72 }),
    blur: fc.double({ min: 0, max: 4, noNaN: true }),
  });
  fc.assert(
    fc.property(picture, ({ text, size, blur }) => {
      const sharper = measure(text, { size, blur }).sharpness;
      const softer = measure(text, { size, blur: blur + 1 }).sharpness;
      // Tolerates the rounding of the shades to whole numbers.
      expect(softer).toBeLessThanOrEqual(sharper + 0.05);
    }),
    { numRuns: 12 },
  );
});

// Covers: door-photos-2
test('checks a photo in a worker, and keeps one that can’t be checked', async () => {
  const jpeg = async (blur: number) => {
    const { canvas } = draw('Dr. Meera Joshi, Flat 12', { blur });
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
    return new Uint8Array(await blob.arrayBuffer());
  };
  await expect.poll(async () => checkPhoto(await jpeg(5))).toEqual(['blurred']);
  expect(await checkPhoto(await jpeg(0))).toEqual([]);
  expect(await checkPhoto(new Uint8Array([1, 2, 3]))).toEqual([]);
});
