import { withoutFormulaQuotes } from '@doorstep/contract/text/csv';
import { cellText } from '../cell-text.ts';
import type { Spreadsheet } from '../spreadsheet.ts';
import { rejections, SpreadsheetRejected } from '../spreadsheet-rejected.ts';
import { columnsRead, longestText } from '../xlsx-sheet.ts';
import { decodeText } from './decode-text.ts';

const delimiters = [',', ';', '\t', '|'] as const;

const recordsCompared = 20;

export function openCsv(bytes: Uint8Array): Spreadsheet {
  const whole = decodeText(bytes);
  // Excel may name the delimiter in the first line (`sep=;`). This line is not a row.
  const [hint = '', named] = /^sep=(.)\r?\n/i.exec(whole) ?? [];
  const text = whole.slice(hint.length);
  const delimiter = named ?? findDelimiter(text);
  return {
    format: 'csv',
    sheets: [''],
    read: async (_, take) => {
      let row = 0;
      readRecords(text, delimiter, (cells) => {
        row += 1;
        if (cells.some((cell) => cell !== '')) take(row, cells);
        return true;
      });
    },
    end: async () => {},
  };
}

/**
 * Finds the delimiter. Reads the first records with each delimiter, and counts how many of them have the same
 * number of cells (at least two). The highest count wins. If counts are equal, the delimiter with more cells
 * wins.
 */
function findDelimiter(text: string): string {
  const scores = delimiters.map((delimiter) => {
    const counts = new Map<number, number>();
    let seen = 0;
    try {
      readRecords(text, delimiter, (cells) => {
        if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
        seen += 1;
        return seen < recordsCompared;
      });
    } catch (error) {
      // With a wrong delimiter, a quotation mark may seem to begin a text that never ends.
      if (!(error instanceof SpreadsheetRejected)) throw error;
    }
    const scored = [...counts].map(([cells, records]) => records * columnsRead + cells);
    return Math.max(0, ...scored);
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

/**
 * Reads records as RFC 4180 defines them, until `take` returns false. If a value doesn't begin with a
 * quotation mark, quotation marks in it are ordinary characters.
 */
function readRecords(text: string, delimiter: string, take: (cells: string[]) => boolean): void {
  let at = 0;
  let row = 0;
  while (at < text.length) {
    const cells: string[] = [];
    row += 1;
    for (;;) {
      const { value, end } = readField(text, at, delimiter, row);
      if (cells.length < columnsRead) cells.push(cellText(value));
      at = end + 1;
      if (text[end] === delimiter) continue;
      if (text[end] === '\r' && text[at] === '\n') at += 1;
      break;
    }
    if (!take(cells)) return;
  }
}

function readField(text: string, start: number, delimiter: string, row: number) {
  let value = '';
  let at = start;
  if (text[at] === '"') {
    for (at += 1; ; at += 1) {
      const quote = text.indexOf('"', at);
      if (quote === -1) throw new SpreadsheetRejected(rejections.openQuote(row));
      value = join(value, text.slice(at, quote));
      at = quote + 1;
      if (text[at] !== '"') break;
      value = join(value, '"');
    }
  }
  const end = findEnd(text, at, delimiter);
  return { value: withoutFormulaQuotes(join(value, text.slice(at, end))), end };
}

/**
 * Appends text up to the maximum length. Does not copy a value that has this length already: that would be
 * slow in a text with millions of quotation marks.
 */
const join = (value: string, more: string) =>
  value.length >= longestText ? value : (value + more).slice(0, longestText);

function findEnd(text: string, start: number, delimiter: string): number {
  const stop = delimiter.charCodeAt(0);
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === stop || code === 0x0a || code === 0x0d) break;
  }
  return at;
}
