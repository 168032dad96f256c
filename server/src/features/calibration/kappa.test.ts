import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreementOf, type Pairs, standardError } from './kappa.ts';

type Counts = [both: number, ownOnly: number, otherOnly: number, neither: number];

const tableOf = ([both, ownOnly, otherOnly, neither]: Counts, percent = 5): Pairs[] => [
  { own: 'positive', other: 'positive', percent, count: both },
  { own: 'positive', other: 'negative', percent, count: ownOnly },
  { own: 'negative', other: 'positive', percent, count: otherOnly },
  { own: 'negative', other: 'negative', percent, count: neither },
];
const cellsOf = (pairs: Pairs[]) =>
  pairs.map(({ percent, ...pair }) => ({ ...pair, weight: 100 / percent }));

// Covers: calibration-1
test('kappa and its standard error are those worked out by hand', () => {
  // Observed agreement: (20 + 15) / 50 = 0.7. Chance agreement: 0.5 * 0.6 + 0.5 * 0.4 = 0.5. Kappa: (0.7 -
  // 0.5) / (1 - 0.5) = 0.4.
  const table = tableOf([20, 5, 10, 15]);
  expect(agreementOf(table)?.kappa).toBeCloseTo(0.4, 10);
  // Cells that agree: 0.4 (0.5 - 1.1 * 0.3)² + 0.3 (0.5 - 0.9 * 0.3)² = 0.02743. Cells that differ: 0.09
  // (0.1 * 1.21 + 0.2 * 0.81) = 0.02547. Subtracted term: (0.35 - 1 + 0.7)² = 0.0025. Variance: ((0.02743 +
  // 0.02547 - 0.0025) / 0.0625) / 50 = 0.016128.
  expect(standardError(cellsOf(table))).toBeCloseTo(Math.sqrt(0.016128), 10);
});

test('a case counts for those that were not drawn: kappa is that of all decisions', () => {
  // Positives are drawn at 5 % and negatives at 50 %. The weights make kappa the same as if all decisions
  // had second looks.
  const drawn = [...tableOf([38, 2, 0, 0], 5), ...tableOf([0, 0, 20, 180], 50)];
  const all = tableOf([760, 40, 40, 360], 100);
  expect(agreementOf(drawn)?.kappa).toBeCloseTo(agreementOf(all)?.kappa ?? Number.NaN, 10);
  expect(agreementOf(drawn)?.kappa).not.toBeCloseTo(
    agreementOf(tableOf([38, 2, 20, 180]))?.kappa ?? Number.NaN,
    2,
  );
});

test('raters who always agree have an interval, and one answer alone has no kappa', () => {
  const { kappa, low, high } = agreementOf(tableOf([10, 0, 0, 10])) ?? {};
  expect([kappa, high]).toEqual([1, 1]);
  // Half a case is added to each cell, so 21 of 22 agree. Kappa is 0.909, and its standard error 0.0888.
  expect(low).toBeCloseTo(0.909 - 1.96 * 0.0888, 3);
  expect(agreementOf(tableOf([20, 0, 0, 0]))).toBeNull();
  expect(agreementOf([])).toBeNull();
});

const count = fc.nat(200);
const counts = fc.tuple(count, count, count, count);

test('kappa is in its interval, the same for both raters, and independent of the scale of the rates', () => {
  fc.assert(
    fc.property(counts, counts, fc.constantFrom(1, 5, 20), (some, others, percent) => {
      const pairs = [...tableOf(some, percent), ...tableOf(others, 5 * percent)];
      const found = agreementOf(pairs);
      if (!found) return;
      expect(found.low).toBeLessThanOrEqual(found.kappa);
      expect(found.high).toBeGreaterThanOrEqual(found.kappa);
      expect(found.low).toBeGreaterThanOrEqual(-1);
      expect(found.high).toBeLessThanOrEqual(1);
      const swapped = pairs.map((pair) => ({ ...pair, own: pair.other, other: pair.own }));
      const scaled = pairs.map((pair) => ({ ...pair, percent: pair.percent / 2 }));
      for (const same of [swapped, scaled]) {
        expect(agreementOf(same)?.kappa).toBeCloseTo(found.kappa, 9);
        expect(agreementOf(same)?.low).toBeCloseTo(found.low, 9);
      }
    }),
  );
});

test('about 95 of 100 intervals contain the real kappa, also of few cases and at two rates', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  // Observed agreement: 0.72 + 0.18 = 0.9. Chance agreement: 0.76 * 0.78 + 0.24 * 0.22 = 0.6456.
  const real = (0.9 - 0.6456) / (1 - 0.6456);
  const chances: Counts = [0.72, 0.04, 0.06, 0.18];
  const rates = { positive: 5, negative: 20 } as const;
  const rounds = 600;
  for (const decisions of [400, 4_000]) {
    let hits = 0;
    for (let round = 0; round < rounds; round += 1) {
      const pairs = new Map<number, Pairs>();
      for (let decision = 0; decision < decisions; decision += 1) {
        let rest = random();
        const index = chances.findIndex((chance) => (rest -= chance) < 0);
        const which = index === -1 ? 3 : index;
        const own = which < 2 ? 'positive' : 'negative';
        if (random() * 100 >= rates[own]) continue;
        const other = which % 2 === 0 ? 'positive' : 'negative';
        const known = pairs.get(which) ?? { own, other, percent: rates[own], count: 0 };
        pairs.set(which, { ...known, count: known.count + 1 });
      }
      const found = agreementOf([...pairs.values()]);
      if (found && found.low <= real && real <= found.high) hits += 1;
    }
    expect(hits / rounds).toBeGreaterThan(0.92);
  }
});
