import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { findColumns } from '../read/header-row.ts';
import type { Spreadsheet } from '../read/spreadsheet.ts';
import { rejections, SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';
import { fingerprintOf, likeness, readHeadings, type SheetRow } from './headings.ts';

export interface Candidate extends MappingContent {
  id: number;
  headings: readonly string[];
}

export interface FoundTable {
  sheet: number;
  /** The number of the row of headings, or 0 if no row looks like headings. */
  headingRow: number;
  headings: string[];
  /** The most similar saved mapping. `isAlone` is whether no other mapping is equally similar. */
  match: { id: number; likeness: number; isAlone: boolean } | null;
}

/** The sheet and the row of headings that were requested. Absent values are guessed. */
export interface WantedTable {
  sheet?: string | undefined;
  headingRow?: number | undefined;
}

/** The number of non-empty rows that are searched for headings, from the top of a sheet. */
const rowsSearched = 30;
const sheetsSearched = 20;
/** The minimum likeness at which a saved mapping is proposed, from 0 to 1. */
const alike = 0.6;

/**
 * Returns the name of a sheet as it is shown and stored. Spaces stay, because they may be the only
 * difference between two names.
 */
export const shownName = (name: string): string =>
  name
    .replace(/\p{Cc}/gu, '')
    .slice(0, 100)
    .toWellFormed();

class Enough extends Error {}

export async function findTable(
  spreadsheet: Spreadsheet,
  wanted: WantedTable,
  candidates: readonly Candidate[],
): Promise<FoundTable> {
  const prints = candidates.map(({ id, headings }) => ({ id, print: fingerprintOf(headings) }));
  const asked =
    wanted.sheet === undefined ? -1 : spreadsheet.sheets.map(shownName).indexOf(wanted.sheet);
  if (wanted.sheet !== undefined && asked === -1) {
    throw new SpreadsheetRejected(rejections.noSheet(wanted.sheet));
  }
  const sheets = asked === -1 ? [...spreadsheet.sheets.keys()].slice(0, sheetsSearched) : [asked];
  let best: { table: FoundTable; score: number } | undefined;
  for (const sheet of sheets) {
    const rows = await readTop(spreadsheet, sheet);
    const found = findHeadings(rows, wanted.headingRow, prints);
    if (found && found.score > (best?.score ?? -1)) {
      best = { score: found.score, table: { sheet, ...found.table } };
    }
  }
  if (best) return best.table;
  if (wanted.headingRow !== undefined) {
    throw new SpreadsheetRejected(rejections.noHeadingRow(wanted.headingRow, rowsSearched));
  }
  throw new SpreadsheetRejected(rejections.noCells);
}

async function readTop(spreadsheet: Spreadsheet, sheet: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  try {
    await spreadsheet.read(sheet, (row, cells) => {
      rows.push({ row, cells });
      if (rows.length === rowsSearched) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return rows;
}

/**
 * Returns the row of headings: the row that is most similar to a saved mapping's headings; otherwise, the row
 * with the most names of our columns, at least two; otherwise, the first row with at least three texts;
 * otherwise, row 0. If `wantedRow` is given, considers only this row.
 */
function findHeadings(
  rows: readonly SheetRow[],
  wantedRow: number | undefined,
  prints: readonly { id: number; print: ReadonlySet<string> }[],
): { table: Omit<FoundTable, 'sheet'>; score: number } | undefined {
  let best: { table: Omit<FoundTable, 'sheet'>; score: number } | undefined;
  for (const [at, row] of rows.entries()) {
    if (wantedRow !== undefined && row.row !== wantedRow) continue;
    const headings = readHeadings(row, rows[at - 1]);
    const match = matchOf(headings, prints);
    const known = findColumns(headings).size;
    const filled = row.cells.filter((cell) => /\p{L}/u.test(cell)).length;
    // Each of the three terms outweighs the terms after it.
    const score =
      (match?.likeness ?? 0) * 1e6 + (known > 1 ? known * 1e3 : 0) + (filled > 2 ? 1 : 0);
    if (score > (best?.score ?? -1)) {
      best = { score, table: { headingRow: row.row, headings, match } };
    }
  }
  if (!best || best.score > 0 || wantedRow !== undefined) return best;
  return { score: 0, table: { headingRow: 0, headings: [], match: null } };
}

function matchOf(
  headings: readonly string[],
  prints: readonly { id: number; print: ReadonlySet<string> }[],
): FoundTable['match'] {
  const own = fingerprintOf(headings);
  const all = prints.map(({ id, print }) => ({ id, likeness: likeness(own, print) }));
  const most = Math.max(...all.map(({ likeness: value }) => value));
  const [first, ...others] = all.filter(({ likeness: value }) => value === most);
  return first && most >= alike ? { ...first, isAlone: others.length === 0 } : null;
}
