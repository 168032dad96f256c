import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { type FailedRecord, uploadColumns } from '@doorstep/contract/bulk-upload';
import { RowsUnderHeader } from '../read/header-row.ts';
import { readRows } from '../read/read-rows.ts';
import { refusals, SpreadsheetRefused } from '../read/spreadsheet-refused.ts';
import { RowChecker } from '../rows/check-row.ts';
import { type PackedApplicants, packApplicants, rowsPerPack } from '../rows/pack-applicants.ts';

/** What a child is started for: to check a spreadsheet, or to write the rows of it that failed. */
export type ChildTask = { check: true } | { write: FailedRecord[] };

export type ChildMessage =
  | { pack: PackedApplicants }
  | { failed: FailedRecord[] }
  | { done: true }
  | { refused: string };

const [memoryLimit, timeLimit] = process.argv.slice(2);
killBeyond(Number(memoryLimit), Number(timeLimit));
const required = uploadColumns.filter((column) => column.required).map((column) => column.name);
const task = new Promise<ChildTask>((resolve) => process.once('message', resolve));
try {
  const bytes = await buffer(process.stdin);
  const given = await task;
  if ('check' in given) await check(bytes);
  else await write(bytes, given.write);
} catch (error) {
  // Whatever a parser trips over is in the file: its own words would mean nothing to the user.
  await tell({ refused: error instanceof SpreadsheetRefused ? error.message : refusals.damaged });
}
process.exit();

async function check(bytes: Buffer): Promise<void> {
  const checker = new RowChecker();
  const { good, failed } = checker;
  const table = new RowsUnderHeader(required, ({ row, values }) => {
    checker.take(row, values);
    // Storing goes on while reading does.
    if (good.length === rowsPerPack) void tell({ pack: packApplicants(good.splice(0)) });
  });
  await readRows(bytes, table.take);
  table.end();
  for (let at = 0; at < failed.length; at += 2_500) {
    await tell({ failed: failed.slice(at, at + 2_500) });
  }
  if (good.length > 0) await tell({ pack: packApplicants(good) });
  await tell({ done: true });
}

async function write(bytes: Buffer, failures: FailedRecord[]): Promise<void> {
  const { FailedRows } = await import('../failed-rows/write-failed-rows.ts');
  const rows = new FailedRows(failures);
  const table = new RowsUnderHeader(required, ({ row, cells }) => rows.take(row, cells));
  await readRows(bytes, table.take);
  await rows.write(table.headings, process.stdout);
  await tell({ done: true });
}

function tell(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/** The heap cap does not count buffers, and a parser gives timers no turn: a thread watches. Bytes, and microseconds. */
function killBeyond(bytes: number, processorTime: number): void {
  const watch = `setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > ${processorTime}) process.kill(process.pid, 'SIGXCPU');
    if (process.memoryUsage.rss() > ${bytes}) process.kill(process.pid, 'SIGKILL');
  }, 25)`;
  new Worker(watch, { eval: true }).unref();
}
