import { expect, test } from 'vitest';
import { layOutPhotos, layOutSixAPage } from './photo-layout.ts';

const landscape = { width: 1000, height: 750 };
const portrait = { width: 750, height: 1000 };
const shapes = (photos: Parameters<typeof layOutPhotos>[0]) =>
  layOutPhotos(photos).map(({ tiles }) => tiles.map(({ index }) => index));

test('two photos, or four upright ones, fill a row', () => {
  expect(shapes(Array.from({ length: 5 }, () => landscape))).toEqual([[0, 1], [2, 3], [4]]);
  expect(shapes(Array.from({ length: 5 }, () => portrait))).toEqual([[0, 1, 2, 3], [4]]);
  expect(shapes([landscape, null, portrait])).toEqual([[0, 1], [2]]);
});

// Covers: report-form-11
test('each frame has its photo’s own proportions, and a row is as wide as the text', () => {
  const photos = [landscape, portrait, landscape, { width: 1000, height: 220 }];
  for (const { height, tiles } of layOutPhotos(photos)) {
    for (const { index, width } of tiles) {
      const { width: across = 0, height: down = 1 } = photos[index] ?? {};
      expect(width / height).toBeCloseTo(Math.min(4, across / down));
    }
    const total = tiles.reduce((sum, { width }) => sum + width, 12 * (tiles.length - 1));
    expect(total).toBeLessThanOrEqual(511.001);
    expect(height).toBeLessThanOrEqual(188);
  }
});

test('six photos a page stand in two columns, each in its proportions up to a limit', () => {
  const rows = layOutSixAPage([landscape, portrait, { width: 100, height: 1000 }]);
  const column = 249.5;
  expect(rows).toEqual([
    {
      height: 188,
      tiles: [
        { index: 0, column, width: column, height: column * 0.75 },
        { index: 1, column, width: 141, height: 188 },
      ],
    },
    { height: 188, tiles: [{ index: 2, column, width: 94, height: 188 }] },
  ]);
});
