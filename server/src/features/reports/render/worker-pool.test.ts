import { afterEach, expect, test } from 'vitest';
import { startWorkerPool, type WorkerPool } from './worker-pool.ts';

/** A worker that answers with its thread's number, or does what the job says. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', (job) => {
      if (job === 'die') process.exit(3);
      if (job === 'throw') throw new Error('broken');
      if (job === 'hang') for (;;);
      if (job === 'refuse') return parentPort.postMessage({ failure: 'no' });
      parentPort.postMessage({ result: { job, threadId, at: performance.timeOrigin + performance.now() } });
    });
  `)}`,
);
let pool: WorkerPool<string, { job: string; threadId: number; at: number }>;
const start = (workers: number, deadline = 5000) => {
  pool = startWorkerPool(worker, { workers, deadline });
  return pool;
};
afterEach(() => pool.close());

test('one worker does all jobs, first come, first served', async () => {
  const { run } = start(1);
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((job) => run(job)));
  const inTime = answers.toSorted((one, two) => one.at - two.at);
  expect(inTime.map(({ job }) => job)).toEqual(['a', 'b', 'c', 'd']);
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1);
});

test('there are never more workers than allowed', async () => {
  const { run } = start(2);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => run(`${i}`)));
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBeLessThanOrEqual(2);
});

test.each([
  ['die', 'worker died with code 3'],
  ['throw', 'worker died: broken'],
  ['refuse', 'no'],
])('a job that makes its worker %s fails alone', async (job, message) => {
  const { run } = start(1);
  const [failed, next] = await Promise.allSettled([run(job), run('next')]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message } });
  expect(next).toMatchObject({ status: 'fulfilled', value: { job: 'next' } });
});

test('a worker that is silent past the deadline is killed and replaced', async () => {
  const { run } = start(1, 700);
  await run('warm');
  await expect(run('hang')).rejects.toThrow('no answer within 700 ms');
  expect(await run('next')).toMatchObject({ job: 'next' });
});

test('a job that cannot be sent fails alone', async () => {
  const { run } = start(1);
  await expect(run((() => 'no data') as never)).rejects.toThrow("the job can't be sent");
  expect(await run('next')).toMatchObject({ job: 'next' });
});

test('closing ends running and waiting jobs, and later ones are refused', async () => {
  const { run, close } = start(1);
  const jobs = [run('hang'), run('waiting')];
  const ended = Promise.allSettled(jobs);
  await close();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(run('late')).rejects.toThrow('the pool is closed');
});
