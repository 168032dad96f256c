import type { UploadColumn } from '@doorstep/contract/bulk-upload';
import { type FileFormat, shownOfDryRun } from '@doorstep/contract/bulk-upload/dry-run';
import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { limits } from '@doorstep/contract/limits';
import { hideAadhaar } from '@doorstep/contract/text/aadhaar';
import {
  type AppliedMapping,
  applyMapping,
  hasPoint,
  mappingByNames,
  valuesOf,
} from '../mappings/apply-mapping.ts';
import {
  type Candidate,
  type FoundTable,
  findTable,
  shownName,
  type WantedTable,
} from '../mappings/find-table.ts';
import { columnLetters } from '../mappings/headings.ts';
import type { Spreadsheet } from '../read/spreadsheet.ts';
import { rejections, SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';

/** The sheet, heading row and mapping with which a file is read. Absent values are guessed. */
export interface WantedReading extends WantedTable {
  mapping?: MappingContent | undefined;
}

export interface ReadTable {
  format: FileFormat;
  sheets: readonly string[];
  sheet: string;
  headingRow: number;
  headings: { heading: string; column: string; samples: string[] }[];
  match: FoundTable['match'];
  mapping: MappingContent;
  missingHeadings: string[];
  missingFields: UploadColumn[];
  unknownHeadings: string[];
  /** The number of non-empty rows below the headings. */
  totalRows: number;
}

export interface MappedTable {
  spreadsheet: Spreadsheet;
  found: FoundTable;
  mapping: MappingContent;
  applied: AppliedMapping;
}

export async function openMapped(
  spreadsheet: Spreadsheet,
  wanted: WantedReading,
  candidates: readonly Candidate[] = [],
): Promise<MappedTable> {
  const found = await findTable(spreadsheet, wanted, candidates);
  const saved = candidates.find(({ id }) => id === found.match?.id);
  const mapping =
    wanted.mapping ??
    (saved ? { fields: saved.fields, second: saved.second } : mappingByNames(found.headings));
  return { spreadsheet, found, mapping, applied: applyMapping(mapping, found.headings) };
}

/** Receives the values of a contact point, in the order of `uploadColumns`. `point` is 1 or 2. */
type TakePoint = (row: number, values: string[], point: number) => void;

/**
 * Reads all rows of a table. If a required field has neither a column nor a fixed text, no contact point is
 * passed to `take`.
 */
export async function readMapped(table: MappedTable, take: TakePoint): Promise<ReadTable> {
  const { spreadsheet, found, mapping, applied } = table;
  const samples = new Samples(found.headings.length);
  const isComplete = applied.missingFields.length === 0;
  let totalRows = 0;
  await spreadsheet.read(found.sheet, (row, cells) => {
    if (row <= found.headingRow) return;
    totalRows += 1;
    if (totalRows > limits.uploadMaxRows) throw new SpreadsheetRejected(rejections.tooManyRows);
    samples.take(cells);
    if (!isComplete) return;
    // A row without any address, pin code or phone counts as a first contact point, so that the row is
    // reported as failed.
    const isEmpty = !applied.points.some((point) => hasPoint(point, cells));
    for (const [at, point] of applied.points.entries()) {
      if (hasPoint(point, cells) || (isEmpty && at === 0)) {
        take(row, valuesOf(point, cells), at + 1);
      }
    }
  });
  await spreadsheet.end();
  const filled = [...found.headings.entries()].filter(([, heading]) => heading !== '');
  return {
    format: spreadsheet.format,
    sheets: spreadsheet.sheets.slice(0, sheetsShown).map(shownName),
    sheet: shownName(spreadsheet.sheets[found.sheet] ?? ''),
    headingRow: found.headingRow,
    ...{ match: found.match, mapping, totalRows },
    headings: filled.map(([at, heading]) => ({
      ...{ heading, column: columnLetters(at), samples: samples.of(at) },
    })),
    missingHeadings: applied.missingHeadings,
    missingFields: applied.missingFields,
    unknownHeadings: filled.filter(([at]) => !applied.used.has(at)).map(([, heading]) => heading),
  };
}

const sheetsShown = 100;

/** The number of rows searched for sample values, and the maximum length of a sample in characters. */
const [rowsSampled, longestSample] = [200, 80];

class Samples {
  private rows = 0;
  private readonly columns: Set<string>[];

  constructor(columns: number) {
    this.columns = Array.from({ length: columns }, () => new Set());
  }

  take(cells: readonly string[]): void {
    if (this.rows === rowsSampled) return;
    this.rows += 1;
    for (const [at, values] of this.columns.entries()) {
      const cell = cells[at];
      if (cell && values.size < shownOfDryRun.samples) values.add(cell.slice(0, longestSample));
    }
  }

  of(column: number): string[] {
    return [...(this.columns[column] ?? [])].map(hideAadhaar);
  }
}
