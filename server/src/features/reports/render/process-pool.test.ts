import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type PoolLimits, type ProcessPool, startProcessPool } from './process-pool.ts';

/** A process that answers with its number, or does what the job says. */
const script = `
  import { NodeCompiler } from ${JSON.stringify(import.meta.resolve('@myriaddreamin/typst-ts-node-compiler'))};
  process.on('message', async (job) => {
    if (job === 'die') process.exit(3);
    if (job === 'throw') throw new Error('broken');
    if (job === 'refuse') return process.send({ failure: 'no' });
    if (job === 'hang') for (;;);
    if (job === 'loop natively') NodeCompiler.create({ workspace: import.meta.dirname })
      .compile({ mainFileContent: '#for i in range(100000) { for j in range(100000) { } }' });
    if (job.startsWith('rest')) await new Promise((done) => setTimeout(done, 300));
    process.send({ result: { job, pid: process.pid, at: performance.timeOrigin + performance.now() } });
  });
`;
const folder = mkdtempSync(join(tmpdir(), 'doorstep-pool-'));
const file = join(folder, 'process.mjs');
writeFileSync(file, script);
afterAll(() => rmSync(folder, { recursive: true }));

interface Answer {
  job: string;
  pid: number;
  at: number;
}
let pool: ProcessPool<string, Answer>;
const start = (limits: Partial<PoolLimits> = {}) => {
  const usual = {
    ...{ processes: 1, deadline: 5000, patience: 9000 },
    ...{ lifetime: 1000, queue: 20 },
  };
  pool = startProcessPool(pathToFileURL(file), { ...usual, ...limits });
  return pool;
};
afterEach(() => pool.close());

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each([1, 2])(
  'of %d, a process that has done its share makes way for a fresh one, and ends',
  async (processes) => {
    const { run } = start({ processes, lifetime: 2 });
    const answers = await Promise.all(Array.from({ length: 9 }, (_, job) => run(String(job))));
    expect(answers.map(({ job }) => job).toSorted()).toEqual([...'012345678']);
    const shares = Map.groupBy(answers, ({ pid }) => pid);
    for (const share of shares.values()) expect(share.length).toBeLessThanOrEqual(2);
    const ended = [...shares].filter(([, share]) => share.length === 2).map(([pid]) => pid);
    expect(ended.length).toBeGreaterThanOrEqual(3);
    await expect.poll(() => ended.filter(isAlive)).toEqual([]);
  },
);

test('one process does all jobs, first come, first served', async () => {
  const { run } = start();
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((job) => run(job)));
  const inTime = answers.toSorted((one, two) => one.at - two.at);
  expect(inTime.map(({ job }) => job)).toEqual(['a', 'b', 'c', 'd']);
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
});

test('there are never more processes than allowed', async () => {
  const { run } = start({ processes: 2 });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => run(`${i}`)));
  expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2);
});

test('a process that is killed from outside costs no job', async () => {
  const { run } = start();
  const { pid } = await run('first');
  process.kill(pid, 'SIGKILL');
  const next = await run('next');
  expect(next).toMatchObject({ job: 'next' });
  expect(next.pid).not.toBe(pid);
});

test.each([
  ['die', 'process died with code 3'],
  ['throw', 'process died with code 1'],
  ['refuse', 'no'],
])('a job that makes its process %s fails alone', async (job, message) => {
  const { run } = start();
  const [failed, next] = await Promise.allSettled([run(job), run('next')]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message } });
  expect(next).toMatchObject({ status: 'fulfilled', value: { job: 'next' } });
});

test.each(['hang', 'loop natively'])(
  'a job that will %s past the deadline dies for certain, and stops no other',
  async (job) => {
    const { run } = start({ processes: 2, deadline: 1500 });
    const [one, two] = await Promise.all([run('rest 1'), run('rest 2')]);
    const [hung, meanwhile] = await Promise.all([
      run(job).catch((error: Error) => error.message),
      run('meanwhile'),
    ]);
    expect(hung).toBe('no answer within 1500 ms');
    const gone = one.pid === meanwhile.pid ? two.pid : one.pid;
    await expect.poll(() => isAlive(gone)).toBe(false);
    const [three, four] = await Promise.all([run('rest 3'), run('rest 4')]);
    expect(three.pid).not.toBe(four.pid);
  },
);

test('a job is given up in time while it waits, and the one under way goes on', async () => {
  const { run } = start({ patience: 250 });
  await run('warm');
  const under = run('rest').catch((error: Error) => error.message);
  await expect(run('next')).rejects.toThrow('not done within 250 ms');
  expect(await under).toBe('not done within 250 ms');
  expect(await run('later')).toMatchObject({ job: 'later' });
});

test('a job that nobody waits for any more is never begun', async () => {
  const { run } = start();
  const leaving = new AbortController();
  const first = run('rest');
  const left = run('die', leaving.signal);
  leaving.abort();
  await expect(left).rejects.toThrow('nobody waits');
  const { pid } = await first;
  expect(await run('next')).toMatchObject({ pid });
  await expect(run('die', leaving.signal)).rejects.toThrow('aborted');
});

test('a full queue turns jobs away at once', async () => {
  const { run } = start({ queue: 2 });
  const jobs = [run('rest'), run('a'), run('b')];
  await expect(run('c')).rejects.toThrow('2 jobs are waiting');
  expect(await Promise.all(jobs)).toHaveLength(3);
});

test('a job that cannot be sent fails alone', async () => {
  const { run } = start();
  await expect(run((() => 'no data') as never)).rejects.toThrow("the job can't be sent");
  expect(await run('next')).toMatchObject({ job: 'next' });
});

test('closing ends running and waiting jobs, and later ones are refused', async () => {
  const { run, close } = start();
  const { pid } = await run('warm');
  const jobs = [run('hang'), run('waiting')];
  const ended = Promise.allSettled(jobs);
  await close();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(isAlive(pid)).toBe(false);
  await expect(run('late')).rejects.toThrow('the pool is closed');
});
