import { cellText } from '../cell-text.ts';
import type { TakeRow } from '../header-row.ts';
import type { Spreadsheet } from '../spreadsheet.ts';
import { rejections, SpreadsheetRejected } from '../spreadsheet-rejected.ts';
import type { XlsxParts } from '../xlsx-parts.ts';
import { columnsRead, TextCollector } from '../xlsx-sheet.ts';
import { attribute, type XmlListener } from '../xml-scanner.ts';

/** Opens an OpenDocument spreadsheet. All sheets are in one part, which is scanned up to the wanted sheet. */
export async function openOds(parts: XlsxParts): Promise<Spreadsheet> {
  let isEncrypted = false;
  await parts.read('META-INF/manifest.xml', {
    open: (name) => {
      isEncrypted ||= name === 'encryption-data';
    },
    close() {},
  });
  if (isEncrypted) throw new SpreadsheetRejected(rejections.encrypted);
  const found = new SheetFinder();
  await parts.read('content.xml', found);
  const { sheets } = found;
  if (!found.isSpreadsheet) throw new SpreadsheetRejected(rejections.notSpreadsheet);
  return {
    format: 'ods',
    sheets: sheets.map(({ name }) => name),
    read: (sheet, take) =>
      parts.read('content.xml', new OdsListener(sheets[sheet]?.index ?? -1, take)),
    end: () => parts.countUnread(),
  };
}

/** Finds the visible sheets by their styles, because the visibility is stored nowhere else. */
class SheetFinder implements XmlListener {
  isSpreadsheet = false;
  sheets: { name: string; index: number }[] = [];
  private readonly hidden = new Set<string>();
  private style = '';
  private count = 0;
  private depth = 0;

  open(name: string, attributes: string): void {
    if (name === 'spreadsheet') this.isSpreadsheet = true;
    else if (name === 'style') this.style = attribute(attributes, 'name') ?? '';
    else if (name === 'table-properties') {
      if (attribute(attributes, 'display') === 'false') this.hidden.add(this.style);
    } else if (name === 'table') {
      this.depth += 1;
      if (this.depth === 1) this.add(attributes);
    }
  }

  close(name: string): void {
    if (name === 'table') this.depth -= 1;
  }

  private add(attributes: string): void {
    const index = this.count;
    this.count += 1;
    if (this.hidden.has(attribute(attributes, 'style-name') ?? '')) return;
    this.sheets.push({ name: attribute(attributes, 'name') ?? '', index });
  }
}

class OdsListener implements XmlListener {
  isDone = false;
  private sheet = -1;
  private depth = 0;
  private row = 0;
  private rowsAlike = 1;
  private cellsAlike = 1;
  private cells: string[] = [];
  /** The number of cells of the row so far, including empty cells. */
  private column = 0;
  private value: string | undefined;
  private isInCell = false;
  private hasParagraph = false;
  private isNote = false;
  private readonly collector = new TextCollector();
  private readonly wanted: number;
  private readonly take: TakeRow;

  constructor(wanted: number, take: TakeRow) {
    this.wanted = wanted;
    this.take = take;
  }

  open(name: string, attributes: string): void {
    if (name === 'table') {
      this.depth += 1;
      if (this.depth === 1) this.sheet += 1;
    }
    if (this.sheet !== this.wanted || this.depth !== 1) return;
    if (name === 'table-row') this.startRow(attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.startCell(attributes);
    else if (this.isInCell) this.openInCell(name, attributes);
  }

  text(text: string): void {
    this.collector.add(text);
  }

  close(name: string): void {
    if (name === 'table') {
      this.depth -= 1;
      this.isDone ||= this.depth === 0 && this.sheet === this.wanted;
    }
    if (this.sheet !== this.wanted || this.depth !== 1) return;
    if (name === 'table-row') this.endRow();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.endCell();
    else if (name === 'annotation') this.isNote = false;
    else if (name === 'p') this.collector.stop();
  }

  private startRow(attributes: string): void {
    this.rowsAlike = countOf(attributes, 'number-rows-repeated');
    this.column = 0;
    this.cells = [];
  }

  private startCell(attributes: string): void {
    this.isInCell = true;
    this.hasParagraph = false;
    this.cellsAlike = countOf(attributes, 'number-columns-repeated');
    this.value = attributes.includes('value-type') ? valueOf(attributes) : undefined;
    this.collector.take();
  }

  private openInCell(name: string, attributes: string): void {
    if (name === 'annotation') this.isNote = true;
    if (this.isNote) return;
    if (name === 'p') {
      this.collector.start();
      if (this.hasParagraph) this.collector.add('\n');
      this.hasParagraph = true;
    } else if (name === 's') {
      this.collector.add(' '.repeat(Math.min(countOf(attributes, 'c'), 100)));
    } else if (name === 'tab') this.collector.add('\t');
    else if (name === 'line-break') this.collector.add('\n');
  }

  private endCell(): void {
    const shown = this.collector.take();
    const text = this.value ?? cellText(shown);
    this.isInCell = false;
    const end = this.column + this.cellsAlike;
    if (text !== '') {
      while (this.cells.length < Math.min(this.column, columnsRead)) this.cells.push('');
      while (this.cells.length < Math.min(end, columnsRead)) this.cells.push(text);
    }
    this.column = end;
  }

  private endRow(): void {
    const first = this.row + 1;
    this.row += this.rowsAlike;
    if (this.cells.length === 0) return;
    // A file stores identical rows once, with a count. If the count is too large, `take` throws.
    for (let row = first; row <= this.row; row += 1) this.take(row, [...this.cells]);
  }
}

const countOf = (attributes: string, name: string) =>
  attributes.includes(name)
    ? Math.max(1, Math.min(Number(attribute(attributes, name)) || 1, 1_048_576))
    : 1;

/** Returns the typed value of a cell, because the displayed text is rounded and in a local format. */
function valueOf(attributes: string): string | undefined {
  switch (attribute(attributes, 'value-type')) {
    case 'float':
    case 'percentage':
    case 'currency':
      return cellText(Number(attribute(attributes, 'value') ?? Number.NaN));
    case 'date': {
      const date = attribute(attributes, 'date-value') ?? '';
      return cellText(new Date(date.includes('T') ? `${date.slice(0, 19)}Z` : date)) || undefined;
    }
    case 'boolean':
      return cellText(attribute(attributes, 'boolean-value') === 'true');
    case 'string': {
      const text = attribute(attributes, 'string-value');
      return text === undefined ? undefined : cellText(text);
    }
    default:
      return undefined;
  }
}
