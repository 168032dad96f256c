import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(
  new URL('../../../testing/spreadsheets/read-mutations.ts', import.meta.url),
);
const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../fixtures/${name}`, import.meta.url));

// For a longer search, set SPREADSHEET_MUTATIONS: 20 tries twenty times as many mutations.
const times = Number(process.env['SPREADSHEET_MUTATIONS'] ?? 1);
/** The timeout for reading one file, in milliseconds. */
const longest = 8_000;

async function readDamaged(path: string, kind: 'bytes' | 'cut', count: number) {
  const outcomes = { read: 0, refused: 0, tripped: 0, ended: 0 };
  for (let next = 0; next < count; ) {
    const child = fork(script, [path, kind, String(next), String(count)], {
      execArgv: ['--max-old-space-size=288', '--no-warnings'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Real time: a child that doesn't end is killed.
    let timer = setTimeout(() => child.kill('SIGKILL'), longest * 4);
    child.on('message', (message: { ended?: number; outcome?: keyof typeof outcomes }) => {
      clearTimeout(timer);
      // Real time: a child that doesn't end is killed.
      timer = setTimeout(() => child.kill('SIGKILL'), longest);
      if (message.ended === undefined || message.outcome === undefined) return;
      next = message.ended + 1;
      outcomes[message.outcome] += 1;
    });
    const [code] = await once(child, 'close');
    clearTimeout(timer);
    if (code === 0) break;
    outcomes.ended += 1;
    next += 1;
  }
  return outcomes;
}

const all = (outcomes: Record<string, number>) =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);

test.each([
  ['applicants-25.xls', 1_500],
  ['applicants-25.xlsx', 500],
])(
  '%s, damaged in %i ways, is read or rejected, and hardly ever ends its process',
  {
    timeout: 120_000 * times,
  },
  async (name, ways) => {
    const outcomes = await readDamaged(fixture(name), 'bytes', ways * times);
    expect(all(outcomes)).toBe(ways * times);
    expect(outcomes.read).toBeGreaterThan(0);
    expect(outcomes.ended).toBeLessThan(ways * times * 0.01);
  },
);

test.each(['applicants-25.xls', 'applicants-25.xlsx'])(
  '%s, truncated after every sixteenth',
  async (name) => {
    const outcomes = await readDamaged(fixture(name), 'cut', 17);
    expect(all(outcomes)).toBe(17);
    expect(outcomes.ended).toBe(0);
    expect(outcomes.read).toBeGreaterThanOrEqual(1);
  },
);
