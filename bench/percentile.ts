/**
 * Returns a function that returns percentiles of the times. For 0.99, it returns the time that 99 of 100
 * requests took at most, or NaN if there are no times.
 */
export function percentilesOf(times: readonly number[]): (share: number) => number {
  const sorted = times.toSorted((one, other) => one - other);
  return (share) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
