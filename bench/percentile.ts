/** Reads these times' percentiles: `at(0.99)` is the time that 99 of 100 took at most, NaN if there is none. */
export function percentilesOf(times: readonly number[]): (share: number) => number {
  const sorted = times.toSorted((one, other) => one - other);
  return (share) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
