import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FailedRecord, uploadColumns } from '@doorstep/contract/bulk-upload';
import { findersByPortfolio, type RuleOfPortfolios } from '../../../domain/clock/turnaround.ts';
import { answerJobs } from '../../../work/child-jobs.ts';
import { RowsUnderHeader } from '../read/header-row.ts';
import { readRows } from '../read/read-rows.ts';
import { refusals, SpreadsheetRefused } from '../read/spreadsheet-refused.ts';
import { RowChecker } from '../rows/check-row.ts';
import {
  type PackedApplicants,
  packApplicants,
  type RuleFinder,
  rowsPerPack,
} from '../rows/pack-applicants.ts';

/** A spreadsheet to check, or one to write the rows of that failed. */
export interface SpreadsheetJob {
  bytes: Uint8Array;
  failures?: readonly FailedRecord[];
  turnaround?: Turnaround | undefined;
}

/** The rules of lenders, and the day on which the applicants are received. */
export interface Turnaround {
  rules: readonly RuleOfPortfolios[];
  day: string;
}

export type SpreadsheetPart = { pack: PackedApplicants } | { failed: FailedRecord[] };

/** The result of it; `written` is empty where it was only checked. */
export type SpreadsheetOutcome = { written: Uint8Array } | { refused: string };

type Pass = (part: SpreadsheetPart) => Promise<void>;

const required = uploadColumns.filter((column) => column.required).map((column) => column.name);

answerJobs(async (job: SpreadsheetJob, pass: Pass): Promise<SpreadsheetOutcome> => {
  const bytes = Buffer.from(job.bytes);
  try {
    if (job.failures) return { written: await write(bytes, job.failures) };
    await check(bytes, pass, job.turnaround);
    return { written: new Uint8Array() };
  } catch (error) {
    // Whatever a parser trips over is in the file: its own words would mean nothing to the user.
    return { refused: error instanceof SpreadsheetRefused ? error.message : refusals.damaged };
  }
});

async function check(bytes: Buffer, pass: Pass, turnaround?: Turnaround): Promise<void> {
  const ruleOf = turnaround && ruleFinderOf(turnaround);
  const checker = new RowChecker();
  const { good, failed } = checker;
  const table = new RowsUnderHeader(required, ({ row, values }) => {
    checker.take(row, values);
    // Storing goes on while reading does.
    if (good.length === rowsPerPack) void pass({ pack: packApplicants(good.splice(0), ruleOf) });
  });
  await readRows(bytes, table.take);
  table.end();
  for (let at = 0; at < failed.length; at += 2_500) {
    await pass({ failed: failed.slice(at, at + 2_500) });
  }
  if (good.length > 0) await pass({ pack: packApplicants(good, ruleOf) });
}

function ruleFinderOf({ rules, day }: Turnaround): RuleFinder {
  const find = findersByPortfolio(rules);
  return (applicant) => find(applicant, day)?.id;
}

async function write(bytes: Buffer, failures: readonly FailedRecord[]): Promise<Uint8Array> {
  const { FailedRows } = await import('../failed-rows/write-failed-rows.ts');
  const rows = new FailedRows(failures);
  const table = new RowsUnderHeader(required, ({ row, cells }) => rows.take(row, cells));
  await readRows(bytes, table.take);
  const file = new PassThrough();
  const written = buffer(file);
  await rows.write(table.headings, file);
  file.end();
  return written;
}
