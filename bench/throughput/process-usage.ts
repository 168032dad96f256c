import { readdir, readFile } from 'node:fs/promises';

export interface Usage {
  /** The CPU seconds since the processes started. */
  cpu: number;
  /** The memory in megabytes. Memory that processes share counts once. */
  memory: number;
  memoryOf: { server: number; reports: number; database: number; others: number };
}

function purposeOf(command: string, isFirst: boolean): keyof Usage['memoryOf'] {
  if (isFirst) return 'server';
  if (command.includes('report-process')) return 'reports';
  return command.includes('postgres') ? 'database' : 'others';
}

const ticksPerSecond = 100;

export async function usageOf(pid: number): Promise<Usage> {
  const memoryOf = { server: 0, reports: 0, database: 0, others: 0 };
  const usage: Usage = { cpu: 0, memory: 0, memoryOf };
  for (const member of await familyOf(pid)) {
    const [stat, rollup, command] = await Promise.all([
      readFile(`/proc/${member}/stat`, 'utf8').catch(() => ''),
      readFile(`/proc/${member}/smaps_rollup`, 'utf8').catch(() => ''),
      readFile(`/proc/${member}/cmdline`, 'utf8').catch(() => ''),
    ]);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Includes the time of children that have ended.
    usage.cpu +=
      [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0) / ticksPerSecond;
    const megabytes = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
    usage.memory += megabytes;
    memoryOf[purposeOf(command, member === pid)] += megabytes;
  }
  return usage;
}

async function familyOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (child): Promise<[number, number]> => {
      const stat = await readFile(`/proc/${child}/stat`, 'utf8').catch(() => '');
      return [child, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)];
    }),
  );
  const family = [pid];
  for (const member of family) {
    family.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child));
  }
  return family;
}
