import { expect, test } from 'vitest';
import { type CasePlace, drawPlace } from './place-scale.ts';

const visit = { latitude: 18.5204, longitude: 73.8567 };
const place = (metresEast: number[], accuracy: number | null = 12): CasePlace => ({
  ...visit,
  accuracy,
  photos: metresEast.map((metres, index) => ({
    number: index + 1,
    point: { ...visit, longitude: visit.longitude + metres / 105_430 },
  })),
});

test('distances are to scale, and everything is in the picture', () => {
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

test('photos of one spot share a mark beside the visit; one far away says how far', () => {
  const drawing = drawPlace(place([4, 5, 1900]), 220, 136);
  expect(drawing.marks.map(({ numbers, isFar }) => [numbers, isFar])).toEqual([
    [[1, 2], false],
    [[3], true],
  ]);
  expect(drawing.marks[0]?.y).not.toBe(drawing.visit.y);
  expect(drawing.farthest?.metres).toBeCloseTo(1900, -1);
});
