import { expect, test } from 'vitest';
import { isDrawn } from './keyed-draw.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);
const ids = Array.from({ length: 5_000 }, (_, index) => index + 1);
const drawnBy = (secret: Uint8Array, percent: number, purpose = 'test') =>
  ids.filter((id) => isDrawn(secret, purpose, id, percent));

// Covers: callbacks-1, second-looks-10
test('the draw is even over fixed keys, and another key or purpose draws differently', () => {
  // A chi-square test over ten ranges of ids and twenty keys. With 9 degrees of freedom, 99.9 % of the
  // values are below 27.9.
  const stretches = Array.from({ length: 10 }, () => 0);
  for (let byte = 1; byte <= 20; byte += 1)
    for (const id of drawnBy(key(byte), 3)) {
      const at = Math.floor(((id - 1) * 10) / ids.length);
      stretches[at] = (stretches[at] ?? 0) + 1;
    }
  const expected = (ids.length * 20 * 0.03) / 10;
  const chi = stretches.reduce((sum, found) => sum + (found - expected) ** 2 / expected, 0);
  expect(chi).toBeLessThan(27.9);

  const mine = new Set(drawnBy(key(1), 50));
  for (const others of [drawnBy(key(2), 50), drawnBy(key(1), 50, 'other')]) {
    const shared = others.filter((id) => mine.has(id)).length;
    // Two independent draws of half of the ids have a quarter of the ids in common, within five standard
    // deviations.
    expect(Math.abs(shared - ids.length / 4)).toBeLessThan(5 * Math.sqrt(ids.length * 0.1875));
  }
  expect(drawnBy(key(1), 0)).toEqual([]);
  expect(drawnBy(key(1), 100)).toEqual(ids);
});

// Covers: second-looks-10
test('each per cent of the draw has as many ids as any other', () => {
  const upTo = (percent: number) => drawnBy(key(3), percent).length;
  const shares = Array.from({ length: 50 }, (_, index) => upTo(2 * index + 2) - upTo(2 * index));
  const expected = ids.length / shares.length;
  const chi = shares.reduce((sum, found) => sum + (found - expected) ** 2 / expected, 0);
  // With 49 degrees of freedom, one in a thousand uniform draws is above 85.4.
  expect(chi).toBeLessThan(85.4);
});
