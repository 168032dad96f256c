import { expect, test } from 'vitest';
import { type CasePlace, drawPlace } from './place-scale.ts';

const visit = { latitude: 18.5204, longitude: 73.8567 };
const place = (metresEast: number[], accuracy: number | null = 12): CasePlace => ({
  ...visit,
  accuracy,
  others: metresEast.map((metres, index) => ({
    name: String(index + 1),
    point: { ...visit, longitude: visit.longitude + metres / 105_430 },
  })),
});

test('draws distances to scale, with everything in the picture', () => {
  const drawing = drawPlace(place([100, -50]), 220, 136);
  const [one, other] = drawing.marks;
  const scale = drawing.step.pixels / drawing.step.metres;
  expect(((one?.x ?? 0) - drawing.visit.x) / scale).toBeCloseTo(100, 0);
  expect(((other?.x ?? 0) - drawing.visit.x) / scale).toBeCloseTo(-50, 0);
  for (const { x, y } of drawing.marks) {
    expect(x > 0 && x < 220 && y > 0 && y < 136).toBe(true);
  }
  expect((drawing.accuracy ?? 0) / scale).toBeCloseTo(12, 0);
  expect(drawing.farthest).toBeUndefined();
});

test('shares a mark between photos of one spot, and labels a distant one with its distance', () => {
  const drawing = drawPlace(place([4, 5, 1900]), 220, 136);
  expect(drawing.marks.map(({ names, isFar }) => [names, isFar])).toEqual([
    [['1', '2'], false],
    [['3'], true],
  ]);
  expect(drawing.marks[0]?.y).not.toBe(drawing.visit.y);
  const north = { ...place([]), others: [{ name: '1', point: { ...visit, latitude: 18.5 } }] };
  const [, atTop] = drawPlace(
    { ...north, others: [...north.others, { name: '2', point: visit }] },
    ...([220, 136] as const),
  ).marks;
  expect(atTop?.y).toBeGreaterThan(12);
  expect(drawing.farthest?.metres).toBeCloseTo(1900, -1);
});

test('draws the accuracy circle of another place to scale', () => {
  const {
    reaches,
    step,
    visit: middle,
  } = drawPlace(
    { ...place([]), others: place([6000]).others.map((one) => ({ ...one, accuracy: 2000 })) },
    ...([220, 136] as const),
  );
  const scale = step.pixels / step.metres;
  const [reach] = reaches;
  expect((reach?.radius ?? 0) / scale).toBeCloseTo(2000, -1);
  expect(((reach?.x ?? 0) - middle.x) / scale).toBeCloseTo(6000, -1);
  expect((reach?.x ?? 0) + (reach?.radius ?? 0)).toBeLessThan(220);
});
