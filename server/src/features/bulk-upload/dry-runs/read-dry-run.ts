import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import { type DryRunResult, shownOfDryRun } from '@doorstep/contract/bulk-upload/dry-run';
import type { Mapping } from '@doorstep/contract/bulk-upload/mappings';
import type { Kysely } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { DryRunReading } from '../../../db/schema/applicant-tables.ts';
import type { Database } from '../../../db/schema.ts';
import { findLender } from '../../../domain/lenders.ts';
import { badRequest, invalid } from '../../../problems.ts';
import { findKnown, type KnownRow } from '../bulk-upload-store.ts';
import type { ReadTable, WantedReading } from '../child/read-mapped.ts';
import { readSpreadsheet } from '../child/run-spreadsheet-child.ts';
import { findMapping, listCandidates } from '../mappings/mapping-store.ts';
import { SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';
import { isRevisit } from '../rows/known-applicant.ts';
import { mergeFailures, recordOf } from '../store-rows.ts';
import {
  countPoints,
  describeMapping,
  describeProblems,
  describeRows,
  type Found,
  sum,
} from './describe-dry-run.ts';
import { type DryRun, listLendersOf } from './dry-run-store.ts';

type Owner = Awaited<ReturnType<typeof listLendersOf>>[number];

export type Asked = DryRunReading['asked'];

/**
 * The outcome of reading a file. `dryRun` is stored. `result` is the answer, without the fields that come from
 * the stored row.
 */
export interface Outcome {
  dryRun: DryRun;
  result: Omit<DryRunResult, 'upload_id' | 'revision' | 'file_name' | 'expires_at' | 'same_file'>;
}

export async function readDryRun(
  db: Kysely<Database>,
  bytes: Buffer,
  asked: Asked,
): Promise<Outcome> {
  const chosen =
    asked.mapping_id === undefined ? undefined : await getMapping(db, asked.mapping_id);
  const lender =
    asked.lender_id === undefined ? chosen?.lender : await getLender(db, asked.lender_id);
  if (chosen && lender && chosen.lender.id !== lender.id) {
    throw invalid({ mapping_id: [`This mapping belongs to the lender ${chosen.lender.name}`] });
  }
  const candidates = chosen ? [chosen] : await listCandidates(db, lender?.id);
  const found = await readFile(db, bytes, {
    ...{ sheet: asked.sheet, headingRow: asked.heading_row },
    ...{ mapping: asked.mapping ?? chosen, candidates },
  });
  const { table, reading, known } = found;
  const matched = candidates.find(({ id }) => id === table.match?.id);
  const saved = asked.mapping ? undefined : (chosen ?? matched);
  const points = countPoints(found);
  const counts = sum(points);
  const isComplete = table.missingFields.length === 0;
  const { sheet, headingRow, mapping } = table;
  const notTaken = known.length - counts.revisits;
  const portfolios = new Map(reading.summary?.portfolios);
  const owners = await listLendersOf(db, [...portfolios.keys()]);
  const ofLender: DryRunResult['lender'] = lender
    ? { ...lender, confidence: 1, how: 'sent' }
    : guessLender(table, matched, { portfolios, owners });
  return {
    dryRun: {
      ...{ reading: { sheet, headingRow, mapping, asked }, counts: isComplete ? counts : null },
      mapping: saved && { id: saved.id, version: saved.version },
    },
    result: {
      ...{ format: table.format, sheets: [...table.sheets], sheet, heading_row: headingRow },
      headings: table.headings,
      lender: ofLender,
      other_portfolios: ofLender ? listOthers([...portfolios.keys()], owners, ofLender.id) : [],
      mapping: describeMapping(table, asked.mapping ? 'sent' : saved ? 'saved' : 'names', saved),
      unknown_headings: table.unknownHeadings,
      missing_headings: table.missingHeadings,
      missing_fields: table.missingFields,
      ...{ total_rows: table.totalRows, counts, points },
      problems: {
        total: counts.wrong + notTaken,
        results: describeProblems(table, reading.failed, withoutRevisits(found)),
      },
      rows: describeRows(found),
    },
  };
}

/**
 * Returns the request of the last reading. Leaves out a deleted lender, and replaces a deleted mapping with
 * the fields that it had at that reading.
 */
export async function repeatAsked(db: Db, { asked, mapping }: DryRunReading): Promise<Asked> {
  const { lender_id, mapping_id, ...rest } = asked;
  const lender = lender_id === undefined ? undefined : await findLender(db, lender_id);
  const saved = mapping_id === undefined ? undefined : await findMapping(db, mapping_id);
  const isDeleted = mapping_id !== undefined && !saved;
  return { lender_id: lender?.id, mapping_id: saved?.id, ...(isDeleted && { mapping }), ...rest };
}

async function getLender(db: Db, id: number) {
  const lender = await findLender(db, id);
  if (!lender) throw invalid({ lender_id: ['Choose a lender'] });
  return lender;
}

async function getMapping(db: Db, id: number): Promise<Mapping> {
  const mapping = await findMapping(db, id);
  if (!mapping) throw invalid({ mapping_id: ['Choose a mapping'] });
  return mapping;
}

async function readFile(
  db: Kysely<Database>,
  bytes: Buffer,
  { candidates, ...wanted }: WantedReading & { candidates: readonly Mapping[] },
  isDryRun = true,
): Promise<Found> {
  const reading = readSpreadsheet({ bytes, candidates, reading: wanted, isDryRun });
  const known: KnownRow[] = [];
  try {
    for await (const pack of reading.packs) known.push(...(await findKnown(db, pack)));
  } catch (error) {
    throw error instanceof SpreadsheetRejected ? badRequest(error.message) : error;
  } finally {
    reading.packs.destroy();
  }
  if (!reading.table) throw new Error('A file was read, but not how');
  return { reading, table: reading.table, known };
}

const withoutRevisits = ({ known }: Found) =>
  known.filter(({ given, known: applicant }) => !isRevisit(given, applicant));

/** Returns all contact points that would not be stored now. A dry run returns only the first of them. */
export async function findProblems(
  db: Kysely<Database>,
  bytes: Buffer,
  { sheet, headingRow, mapping }: DryRunReading,
): Promise<FailedRecord[]> {
  const wanted = { sheet, headingRow, mapping, candidates: [] };
  const found = await readFile(db, bytes, wanted, false);
  return mergeFailures(found.reading.failed, withoutRevisits(found)).map(recordOf(found.reading));
}

/**
 * Lists the file's portfolios that don't belong to the lender. Such a portfolio may be misspelt, and then its
 * applicants would get no due time.
 */
function listOthers(
  portfolios: readonly string[],
  owners: readonly Owner[],
  lenderId: number,
): DryRunResult['other_portfolios'] {
  const ownerOf = new Map(owners.map((owner) => [owner.portfolio_name, owner]));
  return portfolios
    .filter((name) => ownerOf.get(name)?.id !== lenderId)
    .slice(0, shownOfDryRun.portfolios)
    .map((name) => ({ name, lender: ownerOf.get(name)?.name ?? null }));
}

function guessLender(
  table: ReadTable,
  matched: Mapping | undefined,
  { portfolios, owners }: { portfolios: ReadonlyMap<string, number>; owners: readonly Owner[] },
): DryRunResult['lender'] {
  if (matched && table.match) {
    // If another mapping is equally similar, the lender is uncertain.
    const confidence = table.match.likeness * (table.match.isAlone ? 1 : 0.5);
    return { ...matched.lender, confidence, how: 'headings' };
  }
  const rows = new Map<number, { id: number; name: string; count: number }>();
  for (const { portfolio_name, id, name } of owners) {
    const count = (rows.get(id)?.count ?? 0) + (portfolios.get(portfolio_name) ?? 0);
    rows.set(id, { id, name, count });
  }
  const [most] = [...rows.values()].sort((a, b) => b.count - a.count);
  const total = [...portfolios.values()].reduce((all, count) => all + count, 0);
  return most
    ? { id: most.id, name: most.name, confidence: most.count / total, how: 'portfolio' }
    : null;
}
