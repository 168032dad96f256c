import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type ChildPool, type PoolLimits, startChildPool } from './child-pool.ts';

const script = `
  import { NodeCompiler } from ${JSON.stringify(import.meta.resolve('@myriaddreamin/typst-ts-node-compiler'))};
  import { answerJobs } from ${JSON.stringify(import.meta.resolve('./child-jobs.ts'))};
  let number = 0;
  answerJobs(async (job, pass) => {
    number += 1;
    if (job === 'die') process.exit(3);
    if (job === 'throw') await new Promise(() => setTimeout(() => { throw new Error('broken'); }));
    if (job === 'refuse') throw new Error('no');
    if (job === 'abort') process.abort();
    if (job === 'fill') { const all = []; for (;;) all.push(Buffer.alloc(1e6, 1)); }
    if (job === 'write') (await import('node:fs')).writeFileSync(import.meta.filename, '');
    if (job === 'parts') for (const part of ['a', 'b', 'c']) await pass(part);
    if (job === 'secret') return { job: String(Object.keys(process.env)), pid: process.pid, at: 0 };
    if (job === 'hang') for (;;);
    if (job === 'loop natively') NodeCompiler.create({ workspace: import.meta.dirname })
      .compile({ mainFileContent: '#for i in range(100000) { for j in range(100000) { } }' });
    if (job === 'spend') for (const { user } = process.cpuUsage(); process.cpuUsage().user - user < 6e5; )
      for (let i = 0; i < 1e6; i++);
    if (job.startsWith('rest')) await new Promise((done) => setTimeout(done, 300));
    return { job, pid: process.pid, number, at: performance.timeOrigin + performance.now() };
  });
`;
const folder = mkdtempSync(join(tmpdir(), 'doorstep-pool-'));
const file = join(folder, 'process.mjs');
writeFileSync(file, script);
afterAll(() => rmSync(folder, { recursive: true }));

interface Answer {
  job: string;
  pid: number;
  /** The number of jobs of this process so far, including this one. */
  number: number;
  at: number;
}
let pool: ChildPool<string, Answer, string>;
const start = (limits: Partial<PoolLimits> = {}) => {
  const usual = {
    ...{ processes: 1, queue: 20, longestWait: 60_000, deadline: 20_000 },
    ...{ jobsPerProcess: 1000, tries: 2, addons: true },
  };
  pool = startChildPool(pathToFileURL(file), { ...usual, ...limits });
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

test('an idle process exits, and the next job gets a new one', async () => {
  const { run } = start({ endIdleAfter: 50 });
  const first = await run('work');
  await expect.poll(() => isAlive(first.pid)).toBe(false);
  expect((await run('work')).pid).not.toBe(first.pid);
});

test('a busy process does not exit, however long its job takes', async () => {
  const { run } = start({ endIdleAfter: 50 });
  const { pid } = await run('work');
  expect(await Promise.all([run('rest'), run('work')])).toMatchObject([{ pid }, { pid }]);
});

test.each([1, 2])(
  'of %d processes, one that has done its number of jobs is replaced and exits',
  async (processes) => {
    const { run } = start({ processes, jobsPerProcess: 2 });
    const answers = await Promise.all(Array.from({ length: 9 }, (_, job) => run(String(job))));
    expect(answers.map(({ job }) => job).toSorted()).toEqual([...'012345678']);
    const shares = Map.groupBy(answers, ({ pid }) => pid);
    for (const share of shares.values()) expect(share.length).toBeLessThanOrEqual(2);
    const ended = [...shares].filter(([, share]) => share.length === 2).map(([pid]) => pid);
    expect(ended.length).toBeGreaterThanOrEqual(3);
    await expect.poll(() => ended.filter(isAlive)).toEqual([]);
  },
);

test('one process does all jobs in the order of arrival', async () => {
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

test('an idle process killed from outside loses no job', async () => {
  const { run } = start();
  const { pid } = await run('first');
  process.kill(pid, 'SIGKILL');
  const next = await run('next');
  expect(next).toMatchObject({ job: 'next' });
  expect(next.pid).not.toBe(pid);
});

// Covers: fault-45
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

// Covers: fault-46
test.each(['hang', 'loop natively'])(
  'a job that will %s past the deadline is killed, and stops no other',
  async (job) => {
    const { run } = start({ processes: 2, deadline: 12_000 });
    const [one, two] = await Promise.all([run('rest 1'), run('rest 2')]);
    const [hung, meanwhile] = await Promise.all([
      run(job).catch((error: Error) => error.message),
      run('meanwhile'),
    ]);
    expect(hung).toBe('no answer within 12000 ms');
    const gone = one.pid === meanwhile.pid ? two.pid : one.pid;
    await expect.poll(() => isAlive(gone)).toBe(false);
    const [three, four] = await Promise.all([run('rest 3'), run('rest 4')]);
    expect(three.pid).not.toBe(four.pid);
  },
);

test('a job that waits too long is rejected, and the running one continues', async () => {
  const { run } = start({ longestWait: 100 });
  await run('warm');
  const under = run('rest');
  await expect(run('next')).rejects.toThrow('no process was free within 100 ms');
  expect(await under).toMatchObject({ job: 'rest' });
  expect(await run('later')).toMatchObject({ job: 'later' });
});

test('a job whose caller has cancelled is never started', async () => {
  const { run } = start();
  const leaving = new AbortController();
  const first = run('rest');
  const left = run('die', { signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toThrow('no longer waits');
  const { pid } = await first;
  expect(await run('next')).toMatchObject({ pid });
  await expect(run('die', { signal: leaving.signal })).rejects.toThrow('aborted');
});

// Covers: fault-14
test('a full queue rejects jobs immediately', async () => {
  const { run } = start({ queue: 2 });
  const jobs = [run('rest'), run('a'), run('b')];
  await expect(run('c')).rejects.toThrow('2 jobs are waiting');
  expect(await Promise.all(jobs)).toHaveLength(3);
});

test('with one process a job, a cancelled job is killed', async () => {
  const { run } = start({ jobsPerProcess: 1 });
  const leaving = new AbortController();
  const left = run('hang', { signal: leaving.signal });
  const next = run('next');
  // Real time: by then the process is in the middle of its job.
  setTimeout(() => leaving.abort(), 300);
  await expect(left).rejects.toThrow('no longer waits');
  const { pid } = await next;
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('the process of a cancelled job is killed if it never ends', async () => {
  const { run } = start({ deadline: 12_000 });
  const { pid } = await run('first');
  const leaving = new AbortController();
  const left = run('hang', { signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toThrow('no longer waits');
  const next = await run('next');
  expect(next.pid).not.toBe(pid);
  expect(isAlive(pid)).toBe(false);
});

test('parts of an answer arrive before its end', async () => {
  const parts: string[] = [];
  await start().run('parts', { onPart: (part) => parts.push(part) });
  expect(parts).toEqual(['a', 'b', 'c']);
});

test.each([
  ['abort', {}, 'SIGABRT'],
  ['hang', { cpuMilliseconds: 1_000 }, 'SIGXCPU'],
  ['fill', { memoryMegabytes: 200 }, 'SIGKILL'],
])(
  'for a job that will %s with %j, the signal that ended it is reported',
  async (job, limits, signal) => {
    const { run } = start({ tries: 1, deadline: 600_000, longestWait: 600_000, ...limits });
    const [failed, next] = await Promise.allSettled([run(job), run('next')]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { name: 'ChildDied', signal } });
    expect(next).toMatchObject({ status: 'fulfilled' });
  },
);

test('the CPU time of a job does not include earlier jobs', async () => {
  const { run } = start({ cpuMilliseconds: 1_500, deadline: 600_000, longestWait: 600_000 });
  const jobs = await Promise.all(['spend', 'spend', 'spend'].map((job) => run(job)));
  expect(new Set(jobs.map(({ pid }) => pid)).size).toBe(1);
});

test('a process sees no environment variables and can write nothing', async () => {
  const { run } = start();
  expect((await run('secret')).job).not.toContain('PATH');
  await expect(run('write')).rejects.toThrow('Access to this API has been restricted');
});

test('a job that cannot be sent fails alone', async () => {
  const { run } = start();
  await expect(run((() => 'no data') as never)).rejects.toThrow("the job can't be sent");
  expect(await run('next')).toMatchObject({ job: 'next' });
});

test('closing ends running and waiting jobs, and later ones are rejected', async () => {
  const { run, close } = start();
  const { pid } = await run('warm');
  const jobs = [run('hang'), run('waiting')];
  const ended = Promise.allSettled(jobs);
  await close();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(isAlive(pid)).toBe(false);
  await expect(run('late')).rejects.toThrow('the pool is closed');
});
