import { hideAadhaar } from '@doorstep/contract/text/aadhaar';

export interface SheetRow {
  row: number;
  cells: readonly string[];
}

const longestHeading = 200;
/** The maximum number of headings in a row. Columns further right can't be mapped. */
const mostHeadings = 200;

/**
 * Returns the key by which two headings are compared. Text in brackets counts, because it may be the only
 * difference between two headings.
 */
export const headingKey = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const cutHeading = (text: string) => text.slice(0, longestHeading).toWellFormed();
/** Masks identity numbers: a mapping stores the headings, and a row of data may be mistaken for headings. */
const cleanHeading = (cell: string) => hideAadhaar(cutHeading(cell.replace(/\s+/g, ' ').trim()));

/**
 * Reads the headings of a row and makes them unique. Equal headings begin with the merged heading above them
 * (`Office / Pin`). Headings that are still equal get numbers. An empty cell gets the heading of the cell
 * above it, because the two cells are probably merged. A title above all headings is not used, because it may
 * contain a date that differs from file to file.
 */
export function readHeadings({ row, cells }: SheetRow, above: SheetRow | undefined): string[] {
  const over = above && above.row === row - 1 ? above.cells : [];
  const width = Math.min(Math.max(cells.length, over.length), mostHeadings);
  const own = Array.from({ length: width }, (_, at) => cleanHeading(cells[at] ?? ''));
  const groups = fillRight(over, width);
  const plain = own.map((heading, at) => heading || cleanHeading(over[at] ?? ''));
  const groupsOf = listGroups(plain, groups);
  const grouped = plain.map((heading, at) => {
    const group = groups[at] ?? '';
    const isOneGroup = (groupsOf.get(headingKey(heading))?.size ?? 0) < 2;
    if (heading === '' || isOneGroup || group === '' || own[at] === '') return heading;
    return cutHeading(`${group} / ${heading}`);
  });
  return numberEqual(grouped);
}

function numberEqual(headings: readonly string[]): string[] {
  const all = new Set(headings.map(headingKey));
  const seen = new Set<string>();
  const numbers = new Map<string, number>();
  return headings.map((heading) => {
    const key = headingKey(heading);
    if (heading === '' || !seen.has(key)) {
      seen.add(key);
      return heading;
    }
    for (let number = (numbers.get(key) ?? 1) + 1; ; number += 1) {
      const numbered = `${heading.slice(0, longestHeading - 6).toWellFormed()} (${number})`;
      const own = headingKey(numbered);
      if (all.has(own) || seen.has(own)) continue;
      numbers.set(key, number);
      seen.add(own);
      return numbered;
    }
  });
}

/** Copies each text to the empty cells on its right, because only the first of merged cells has the text. */
function fillRight(cells: readonly string[], width: number): string[] {
  let last = '';
  return Array.from({ length: width }, (_, at) => {
    last = cleanHeading(cells[at] ?? '') || last;
    return last;
  });
}

function listGroups(headings: readonly string[], groups: readonly string[]) {
  const found = new Map<string, Set<string>>();
  for (const [at, heading] of headings.entries()) {
    const key = headingKey(heading);
    found.set(key, (found.get(key) ?? new Set()).add(groups[at] ?? ''));
  }
  return found;
}

/** Returns the keys of a file's headings, without the column that we add to failed rows. */
export const fingerprintOf = (headings: readonly string[]): Set<string> =>
  new Set(headings.map(headingKey).filter((key) => key !== '' && key !== 'why not stored'));

/** Returns the similarity, from 0 to 1: the headings in both sets divided by the headings in either set. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const key of one) if (other.has(key)) shared += 1;
  return shared / (one.size + other.size - shared);
}

/** Returns the letters of a spreadsheet column. Column 0 is A. */
export function columnLetters(column: number): string {
  const before = Math.floor(column / 26);
  const letter = String.fromCharCode(65 + (column % 26));
  return before === 0 ? letter : columnLetters(before - 1) + letter;
}
