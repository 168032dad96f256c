import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import type { Db } from '../../db/connection.ts';
import type { Turnarounds } from '../../domain/clock/turnarounds.ts';
import { type KnownRow, type StoredPack, setUploadCounts, storePack } from './bulk-upload-store.ts';
import type { SpreadsheetInReading } from './child/run-spreadsheet-child.ts';
import { saveFailures } from './failed-rows/failed-rows-store.ts';
import type { FailedRow } from './rows/check-row.ts';
import { explainKnown, isRevisit } from './rows/known-applicant.ts';

interface BegunUpload {
  id: number;
  created_at: string;
  bytes: Buffer;
}

export interface UsedMapping {
  id: number;
  version: number;
}

export interface MatchedReading {
  reading: SpreadsheetInReading;
  /** Reads rules and calendars for storing the rows. Throws if the rules have changed since the matching. */
  turnaroundsIn: (trx: Db) => Promise<Turnarounds>;
}

/**
 * Stores the valid rows while the file is read. If `revisits` is true, also stores rows for applicants that
 * are already decided, as revisits.
 */
export async function storeRows(
  trx: Db,
  { id, created_at, bytes }: BegunUpload,
  { reading, turnaroundsIn }: MatchedReading,
  { revisits = false, findMapping }: Options,
) {
  const deadlines = (await turnaroundsIn(trx)).listAt(Date.parse(created_at));
  const stored: StoredPack[] = [];
  const known: KnownRow[] = [];
  // Has the same kinds as the counts of a dry run, because the result compares the two.
  const points = { new: 0, known: 0, revisits: 0, wrong: 0 };
  for await (const pack of reading.packs) {
    const first = await storePack(trx, id, pack, { deadlines });
    stored.push(first);
    points.new += first.stored;
    const again = first.taken.filter((row) => isRevisit(row.given, row.known));
    points.revisits += again.length;
    points.known += first.taken.length - again.length;
    if (!revisits || again.length === 0) {
      known.push(...first.taken);
      continue;
    }
    const places = again.map(({ place }) => place);
    const second = await storePack(trx, id, pack, { deadlines, revisits: places });
    stored.push(second);
    const left = new Set(second.taken.map(({ place }) => place));
    known.push(...first.taken.filter((row) => !again.includes(row) || left.has(row.place)));
  }
  points.wrong = reading.failed.length;
  const successful = stored.reduce((sum, pack) => sum + pack.stored, 0);
  const failed = mergeFailures(reading.failed, known);
  const counts = { total_records: successful + failed.length, successful, failed: failed.length };
  const applicant_ids = joinRanges(stored);
  const mapping = findMapping?.(reading);
  await setUploadCounts(trx, id, {
    ...{ total_records: counts.total_records, successful },
    first_applicant_id: applicant_ids[0]?.[0] ?? null,
    last_applicant_id: applicant_ids.at(-1)?.[1] ?? null,
    ...(mapping && { mapping_id: mapping.id, mapping_version: mapping.version }),
  });
  if (failed.length > 0) {
    await saveFailures(trx, id, bytes, failed.map(recordOf(reading)), readingOf(reading));
  }
  return { counts, points, failed, known, applicant_ids };
}

interface Options {
  revisits?: boolean;
  findMapping?: (reading: SpreadsheetInReading) => UsedMapping | undefined;
}

const readingOf = ({ table }: SpreadsheetInReading) =>
  table && { sheet: table.sheet, headingRow: table.headingRow, mapping: table.mapping };

export const recordOf =
  ({ table }: SpreadsheetInReading) =>
  ({ row, name, errors, point }: FailedRow): FailedRecord =>
    table?.mapping.second
      ? { row, name, errors: errors.map((error) => `Contact point ${point}: ${error}`) }
      : { row, name, errors };

export const describeKnown = ({ row, point, given, known }: KnownRow): FailedRow => ({
  ...{ row, point, name: given.applicant_name, fields: [null] },
  errors: [explainKnown(given, known ?? given)],
});

export const mergeFailures = (
  failed: readonly FailedRow[],
  known: readonly KnownRow[],
): FailedRow[] =>
  [...failed, ...known.map(describeKnown)].sort((a, b) => a.row - b.row || a.point - b.point);

/** Joins adjacent ranges of ids, so that the audit row stays short even for 100,000 applicants. */
function joinRanges(stored: readonly StoredPack[]): [first: number, last: number][] {
  const joined: [number, number][] = [];
  for (const [first, last] of stored.flatMap(({ ranges }) => ranges)) {
    const before = joined.at(-1);
    if (before && before[1] === first - 1) before[1] = last;
    else joined.push([first, last]);
  }
  return joined;
}
