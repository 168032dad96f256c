import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/services/backup-place.ts';
import { type ChildPool, JobLate, startChildPool } from './child-pool.ts';

const script = `
  import { answerJobs } from ${JSON.stringify(import.meta.resolve('./child-jobs.ts'))};
  let number = 0;
  answerJobs((job) => {
    number += 1;
    if (job === 'hang') for (;;);
    return number;
  });
`;
/** Runs a job. Returns the number of jobs that its process has done so far, including this one. */
let run: ChildPool<string, number>['run'];
beforeEach(async () => {
  const file = join(await temporaryFolder(), 'process.mjs');
  await writeFile(file, script);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const limits = { processes: 1, deadline: 10, firstDeadline: 100, jobsPerProcess: 1000, tries: 2 };
  const pool = startChildPool<string, number>(pathToFileURL(file), limits);
  run = pool.run;
  onTestFinished(async () => {
    vi.useRealTimers();
    await pool.close();
  });
});

test('a process that starts too slowly for its first job does the next ones', async () => {
  const first = run('first');
  vi.advanceTimersByTime(10);
  await expect(first).rejects.toThrow(JobLate);
  expect(await run('second')).toBe(2);
  vi.advanceTimersByTime(90);
  expect(await run('third')).toBe(3);
});

test('a first job that never ends is killed at its own deadline', async () => {
  const first = run('hang');
  vi.advanceTimersByTime(10);
  await expect(first).rejects.toThrow(JobLate);
  const next = run('next');
  vi.advanceTimersByTime(90);
  expect(await next).toBe(1);
});
