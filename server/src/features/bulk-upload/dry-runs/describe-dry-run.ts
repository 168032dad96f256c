import { uploadColumns } from '@doorstep/contract/bulk-upload';
import {
  type DryRunCounts,
  type DryRunProblem,
  type DryRunResult,
  shownOfDryRun,
} from '@doorstep/contract/bulk-upload/dry-run';
import type { FieldSource, Mapping } from '@doorstep/contract/bulk-upload/mappings';
import type { KnownRow } from '../bulk-upload-store.ts';
import type { ReadTable } from '../child/read-mapped.ts';
import type { SpreadsheetInReading } from '../child/run-spreadsheet-child.ts';
import { applyMapping } from '../mappings/apply-mapping.ts';
import { headingKey } from '../mappings/headings.ts';
import type { FailedRow } from '../rows/check-row.ts';
import { isRevisit } from '../rows/known-applicant.ts';
import { describeKnown } from '../store-rows.ts';

export interface Found {
  reading: SpreadsheetInReading;
  table: ReadTable;
  known: readonly KnownRow[];
}

const none = (): DryRunCounts => ({ new: 0, known: 0, revisits: 0, wrong: 0 });

/** Returns the counts of the first contact points and, if the mapping has second ones, their counts. */
export function countPoints({ reading, table, known }: Found): DryRunCounts[] {
  const points = table.mapping.second ? [none(), none()] : [none()];
  for (const { point, given, known: applicant } of known) {
    const counts = points[point - 1];
    if (counts) counts[isRevisit(given, applicant) ? 'revisits' : 'known'] += 1;
  }
  for (const [at, counts] of points.entries()) {
    counts.wrong = reading.summary?.failed[at] ?? 0;
    counts.new = (reading.summary?.good[at] ?? 0) - counts.known - counts.revisits;
  }
  return points;
}

export const sum = (points: readonly DryRunCounts[]): DryRunCounts =>
  points.reduce((all, one) => {
    for (const kind of ['new', 'known', 'revisits', 'wrong'] as const) all[kind] += one[kind];
    return all;
  }, none());

export function describeProblems(
  table: ReadTable,
  failed: readonly FailedRow[],
  known: readonly KnownRow[],
): DryRunProblem[] {
  const letters = lettersOf(table);
  const describe = (kind: DryRunProblem['kind']) => (row: FailedRow) => ({
    ...{ row: row.row, point: row.point, name: row.name, kind },
    faults: row.errors.map((message, at) => {
      const field = row.fields[at] ?? null;
      return { field, column: field && (letters.get(`${row.point}.${field}`) ?? null), message };
    }),
  });
  return [
    ...failed.slice(0, shownOfDryRun.problems).map(describe('wrong')),
    ...known.slice(0, shownOfDryRun.problems).map(describeKnown).map(describe('known')),
  ]
    .sort((a, b) => a.row - b.row || a.point - b.point)
    .slice(0, shownOfDryRun.problems);
}

/**
 * Returns, for each field, the letter of the first column that it is read from. The key `1.address` means the
 * field `address` of the first contact point.
 */
function lettersOf({ mapping, headings }: ReadTable): Map<string, string> {
  const { points } = applyMapping(
    mapping,
    headings.map(({ heading }) => heading),
  );
  return new Map(
    points.flatMap(({ sources }, point) =>
      sources.flatMap((source, at) => {
        const cell = source && 'cells' in source ? source.cells[0] : undefined;
        const letter = cell === undefined ? undefined : headings[cell]?.column;
        return letter ? [[`${point + 1}.${uploadColumns[at]?.name}`, letter] as const] : [];
      }),
    ),
  );
}

export const describeRows = ({ reading, known }: Found): DryRunResult['rows'] =>
  (reading.summary?.rows ?? []).map(({ row, point, applicant }) => {
    const taken = known.find((one) => one.row === row && one.point === point);
    const state = taken && (isRevisit(taken.given, taken.known) ? 'revisit' : 'known');
    return { row, point, state: state ?? 'new', ...applicant };
  });

function spellAs<Fields extends Record<string, FieldSource | undefined>>(
  { headings }: ReadTable,
  fields: Fields,
): Fields {
  const spelt = new Map(headings.map(({ heading }) => [headingKey(heading), heading]));
  const respelt = Object.entries(fields).map(([field, source]) => [
    field,
    source?.headings
      ? { headings: source.headings.map((name) => spelt.get(headingKey(name)) ?? name) }
      : source,
  ]);
  return Object.fromEntries(respelt);
}

export const describeMapping = (
  table: ReadTable,
  how: DryRunResult['mapping']['how'],
  saved: Mapping | undefined,
): DryRunResult['mapping'] => ({
  ...{ how, id: saved?.id ?? null, name: saved?.name ?? null, version: saved?.version ?? null },
  fields: spellAs(table, table.mapping.fields),
  second: table.mapping.second && spellAs(table, table.mapping.second),
});
