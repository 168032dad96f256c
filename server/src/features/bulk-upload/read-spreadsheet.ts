import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type UploadColumn, uploadColumns } from '@doorstep/contract/bulk-upload';
import { columnOrder, type NamedRow } from './header-row.ts';
import type { ChildMessage } from './spreadsheet-child.ts';
import { refusals, SpreadsheetRefused } from './spreadsheet-refused.ts';

/** A filled row: its 1-based number in the spreadsheet, and what its cells say; empty cells are left out. */
export interface SpreadsheetRow {
  row: number;
  cells: Partial<Record<UploadColumn, string>>;
}

/** What one reading may cost. */
export interface ReadingLimits {
  milliseconds: number;
  heapMegabytes: number;
  /** Of the whole process, buffers included. */
  memoryMegabytes: number;
}

const readingLimits: ReadingLimits = {
  milliseconds: 8_000,
  heapMegabytes: 640,
  memoryMegabytes: 896,
};

const maxAtOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Reads the first visible, non-empty sheet of an .xlsx or .xls, whatever the file's name, in a process of its own:
 * a hostile file may hang or abort a parser. Throws SpreadsheetRefused.
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  limits: Partial<ReadingLimits> = {},
): Promise<SpreadsheetRow[]> {
  if (running === maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await readInChild(bytes, { ...readingLimits, ...limits });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const childPath = fileURLToPath(new URL('./spreadsheet-child.ts', import.meta.url));
const required = uploadColumns.filter((column) => column.required).map((column) => column.name);

async function readInChild(bytes: Uint8Array, limits: ReadingLimits): Promise<SpreadsheetRow[]> {
  const child = fork(childPath, [String(limits.memoryMegabytes * 1024 * 1024), ...required], {
    // It may read its own code, and start the thread that watches its memory: no writing, no network, no programs.
    execArgv: [
      `--max-old-space-size=${limits.heapMegabytes}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--no-warnings',
    ],
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  const rows: SpreadsheetRow[] = [];
  let answer: ChildMessage | undefined;
  let late = false;
  child.on('message', (message: ChildMessage) => {
    if ('rows' in message) for (const row of message.rows) rows.push(nameCells(row));
    else answer = message;
  });
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, limits.milliseconds);
  const complaint = child.stderr ? text(child.stderr) : '';
  // A child that dies early breaks the pipe; its end says more than that.
  child.stdin?.on('error', () => {}).end(bytes);
  const [code, signal] = await once(child, 'close').finally(() => clearTimeout(timer));
  if (answer && 'done' in answer) return rows;
  if (answer && 'refused' in answer) throw new SpreadsheetRefused(answer.refused);
  if (late) throw new SpreadsheetRefused(refusals.tooSlow);
  if (signal || code >= 128) throw new SpreadsheetRefused(refusals.tooHungry);
  throw new Error(`The spreadsheet reader stopped with code ${code}: ${await complaint}`);
}

function nameCells([row, ...values]: NamedRow): SpreadsheetRow {
  const cells: SpreadsheetRow['cells'] = {};
  for (const [index, column] of columnOrder.entries()) {
    if (values[index]) cells[column] = values[index];
  }
  return { row, cells };
}
