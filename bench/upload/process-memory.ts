import { readdir, readFile } from 'node:fs/promises';

export interface Peak {
  server: number;
  child: number;
}

/**
 * Watches the resident memory of a server and of its spreadsheet process until the returned function is
 * called (Linux only).
 */
export function watchMemory(pid: number): () => Peak {
  const peak: Peak = { server: 0, child: 0 };
  const look = async () => {
    peak.server = Math.max(peak.server, await residentMegabytes(pid));
    for (const child of await findReaders(pid)) {
      peak.child = Math.max(peak.child, await residentMegabytes(child));
    }
  };
  const timer = setInterval(() => void look().catch(() => {}), 20);
  return () => {
    clearInterval(timer);
    return { server: Math.round(peak.server), child: Math.round(peak.child) };
  };
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

async function findReaders(parent: number): Promise<number[]> {
  const readers: number[] = [];
  for (const task of await readdir(`/proc/${parent}/task`)) {
    const path = `/proc/${parent}/task/${task}/children`;
    const children = await readFile(path, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter(Boolean).map(Number)) {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('spreadsheet-child')) readers.push(child);
    }
  }
  return readers;
}
