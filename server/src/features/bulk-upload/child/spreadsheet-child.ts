import { type FailedRecord, uploadColumns } from '@doorstep/contract/bulk-upload';
import { shownOfDryRun } from '@doorstep/contract/bulk-upload/dry-run';
import { findersByPortfolio, type RuleOfPortfolios } from '../../../domain/clock/turnaround.ts';
import { answerJobs } from '../../../work/child-jobs.ts';
import type { Candidate } from '../mappings/find-table.ts';
import { fingerprintOf } from '../mappings/headings.ts';
import { findColumns, RowsUnderHeader } from '../read/header-row.ts';
import { openSpreadsheet, readFirstSheet, readRows } from '../read/read-rows.ts';
import type { Spreadsheet } from '../read/spreadsheet.ts';
import { rejections, SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';
import { type CheckedRow, type FailedRow, RowChecker } from '../rows/check-row.ts';
import {
  type PackedApplicants,
  packApplicants,
  type RuleFinder,
  rowsPerPack,
} from '../rows/pack-applicants.ts';
import { DryRunSummarizer, type DryRunSummary } from './dry-run-summary.ts';
import {
  type MappedTable,
  openMapped,
  type ReadTable,
  readMapped,
  type WantedReading,
} from './read-mapped.ts';

/** Checks a spreadsheet. If `failures` is given, writes a file with these failed rows instead. */
export interface SpreadsheetJob {
  bytes: Uint8Array;
  failures?: readonly FailedRecord[];
  turnaround?: Turnaround | undefined;
  candidates?: readonly Candidate[];
  /**
   * How to read a file of any format. If absent, the file must be .xlsx or .xls, and its headings decide how
   * it is read.
   */
  reading?: WantedReading | undefined;
  /** Whether the job is a dry run. A dry run returns only the first failed rows. */
  isDryRun?: boolean;
}

export interface Turnaround {
  rules: readonly RuleOfPortfolios[];
  day: string;
}

export type SpreadsheetPart =
  | { pack: PackedApplicants }
  | { failed: FailedRow[] }
  | { table: ReadTable }
  | { summary: DryRunSummary };

/** The result of a job. `written` is empty if the file was only checked. */
export type SpreadsheetOutcome = { written: Uint8Array } | { refused: string };

type Pass = (part: SpreadsheetPart) => Promise<void>;

const required = uploadColumns.filter((column) => column.required).map((column) => column.name);

answerJobs(async (job: SpreadsheetJob, pass: Pass): Promise<SpreadsheetOutcome> => {
  const bytes = Buffer.from(job.bytes);
  try {
    if (job.failures) return { written: await write(bytes, job.failures, job.reading) };
    await check(bytes, pass, job);
    return { written: new Uint8Array() };
  } catch (error) {
    // A parser's own message would mean nothing to the user.
    return { refused: error instanceof SpreadsheetRejected ? error.message : rejections.damaged };
  }
});

async function check(bytes: Buffer, pass: Pass, job: SpreadsheetJob): Promise<void> {
  const ruleOf = job.turnaround && ruleFinderOf(job.turnaround);
  const checker = new RowChecker();
  const { good, failed } = checker;
  const summary = job.isDryRun ? new DryRunSummarizer() : undefined;
  const send = (rows: CheckedRow[]) => {
    summary?.take(rows);
    return pass({ pack: packApplicants(rows, ruleOf) });
  };
  const take = (row: number, values: readonly string[], point?: number) => {
    checker.take(row, values, point);
    // Doesn't wait, so that reading continues while earlier rows are being stored.
    if (good.length === rowsPerPack) void send(good.splice(0));
  };
  const spreadsheet = await openSpreadsheet(bytes, job.reading ? 'all' : 'specified');
  const mapped = await findMapped(spreadsheet, job);
  if (mapped) await pass({ table: await readMapped(mapped, take) });
  else await readByNames(spreadsheet, take);
  const shown = summary ? failed.slice(0, shownOfDryRun.problems) : failed;
  for (let at = 0; at < shown.length; at += 2_500) {
    await pass({ failed: shown.slice(at, at + 2_500) });
  }
  if (good.length > 0) await send(good.splice(0));
  if (summary) await pass({ summary: summary.with(failed) });
}

/**
 * Returns the table if the file is read with a mapping. Without a `reading`, exactly one saved mapping must
 * have the same headings as the file. A file with only our own columns is read without a mapping, because any
 * lender may send such a file.
 */
async function findMapped(
  spreadsheet: Spreadsheet,
  { reading, candidates = [] }: SpreadsheetJob,
): Promise<MappedTable | undefined> {
  if (reading) return openMapped(spreadsheet, reading, candidates);
  if (candidates.length === 0) return undefined;
  const table = await openMapped(spreadsheet, {}, candidates);
  const { match } = table.found;
  const isAlone = match?.likeness === 1 && match.isAlone;
  const fits = isAlone && table.applied.missingFields.length === 0;
  return fits && !hasOnlyOurs(table.found.headings) ? table : undefined;
}

function hasOnlyOurs(headings: readonly string[]): boolean {
  const columns = findColumns(headings);
  return (
    columns.size === fingerprintOf(headings).size && required.every((name) => columns.has(name))
  );
}

async function readByNames(
  spreadsheet: Spreadsheet,
  take: (row: number, values: readonly string[]) => void,
): Promise<void> {
  const table = new RowsUnderHeader(required, ({ row, values }) => take(row, values));
  await readFirstSheet(spreadsheet, table.take);
  table.end();
}

function ruleFinderOf({ rules, day }: Turnaround): RuleFinder {
  const find = findersByPortfolio(rules);
  return (applicant) => find(applicant, day)?.id;
}

async function write(
  bytes: Buffer,
  failures: readonly FailedRecord[],
  reading?: WantedReading,
): Promise<Uint8Array> {
  const { FailedRows } = await import('../failed-rows/write-failed-rows.ts');
  const rows = new FailedRows(failures);
  return rows.write(await readFailed(bytes, rows.take, reading));
}

async function readFailed(
  bytes: Buffer,
  take: (row: number, cells: readonly string[]) => void,
  reading?: WantedReading,
) {
  if (!reading) {
    const table = new RowsUnderHeader(required, ({ row, cells }) => take(row, cells));
    await readRows(bytes, table.take);
    return { headings: table.headings };
  }
  const { spreadsheet, found, applied } = await openMapped(
    await openSpreadsheet(bytes, 'all'),
    reading,
  );
  await spreadsheet.read(found.sheet, (row, cells) => {
    if (row > found.headingRow) take(row, cells);
  });
  return { headings: found.headings, columns: applied.columnsOf };
}
