/**
 * Returns a function that reads percentiles of these times: `at(0.99)` is the time that 99 of 100 took at
 * most, NaN without any.
 */
export function percentilesOf(times: readonly number[]): (share: number) => number {
  const sorted = times.toSorted((one, other) => one - other);
  return (share) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
