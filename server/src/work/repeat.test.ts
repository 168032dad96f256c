import { expect, test } from 'vitest';
import { repeat } from './repeat.ts';

const long = 3_600_000;

test('a failed run is repeated sooner than a successful one', async () => {
  let runs = 0;
  const failures: unknown[] = [];
  const again = Promise.withResolvers<void>();
  const job = repeat(
    async () => {
      runs += 1;
      if (runs === 1) throw new Error('busy');
      again.resolve();
    },
    long,
    (error) => failures.push(error),
    { afterFailure: 1 },
  );
  await again.promise;
  await job.close();
  expect([runs, failures]).toEqual([2, [new Error('busy')]]);
});
