import { afterEach, expect, test, vi } from 'vitest';
import { verificationQuery } from './verification-queries.ts';

afterEach(() => vi.restoreAllMocks());

// Covers: evidence-17
test('polls a case whose checks are running every two seconds, for a minute', () => {
  const clock = vi.spyOn(Date, 'now');
  const query = { state: { data: { evidence_due: true } } };
  const { refetchInterval } = verificationQuery('501') as { refetchInterval?: unknown };
  const next = (at: number) => {
    clock.mockReturnValue(at);
    return (refetchInterval as (of: typeof query) => unknown)(query);
  };
  expect([next(0), next(2_000), next(59_999), next(60_000), next(900_000)]).toEqual([
    ...[2_000, 2_000, 2_000, false, false],
  ]);
  query.state.data.evidence_due = false;
  expect(next(900_001)).toBe(false);
  query.state.data.evidence_due = true;
  expect(next(1_000_000)).toBe(2_000);
});
