import { cellText } from './cell-text.ts';
import type { TakeRow } from './header-row.ts';
import { rejections, SpreadsheetRejected } from './spreadsheet-rejected.ts';
import type { XmlListener } from './xml-scanner.ts';

const lastRow = 1_048_576;
const lastColumn = 16_384;

/** Later columns are ignored, because very wide rows would be slow. No lender's sheet is that wide. */
export const columnsRead = 500;

/** The maximum number of characters in a cell, as in Excel. */
export const longestText = 32_767;

export interface CellContext {
  sharedStrings: readonly string[];
  /** Whether each cell format shows a date. A cell refers to its format by index. */
  dateStyles: readonly boolean[];
  date1904: boolean;
}

/** Collects the text of one element up to a limit, because the text in a hostile file may have any length. */
export class TextCollector {
  private text = '';
  isOn = false;

  start(): void {
    this.isOn = true;
  }
  add(text: string): void {
    if (this.isOn && this.text.length < longestText) this.text += text;
  }
  stop(): void {
    this.isOn = false;
  }
  take(): string {
    const text = this.text.length > longestText ? this.text.slice(0, longestText) : this.text;
    this.text = '';
    return text;
  }
}

export class SheetListener implements XmlListener {
  private isInData = false;
  private row = 0;
  private column = 0;
  private cells: string[] = [];
  private type = '';
  private style = 0;
  private isPhonetic = false;
  private readonly collector = new TextCollector();
  private readonly context: CellContext;
  private readonly take: TakeRow;

  constructor(context: CellContext, take: TakeRow) {
    this.context = context;
    this.take = take;
  }

  open(name: string, attributes: string): void {
    if (!this.isInData) {
      this.isInData = name === 'sheetData';
    } else if (name === 'c') this.startCell(attributes);
    else if (name === 'v' || (name === 't' && !this.isPhonetic)) this.collector.start();
    else if (name === 'row') this.startRow(attributes);
    else if (name === 'rPh') this.isPhonetic = true;
  }

  text(text: string): void {
    this.collector.add(text);
  }

  close(name: string): void {
    if (!this.isInData) return;
    if (name === 'v' || name === 't') this.collector.stop();
    else if (name === 'c') this.endCell();
    else if (name === 'row') this.endRow();
    else if (name === 'rPh') this.isPhonetic = false;
    else if (name === 'sheetData') this.isInData = false;
  }

  private startRow(attributes: string): void {
    const given = valueOf(attributes, 'r');
    this.row = given === '' ? this.row + 1 : Number(given);
    if (!(this.row >= 1 && this.row <= lastRow)) throw new SpreadsheetRejected(rejections.damaged);
    this.column = 0;
    this.cells = [];
  }

  private startCell(attributes: string): void {
    const reference = valueOf(attributes, 'r');
    this.column = reference === '' ? this.column + 1 : columnOf(reference);
    if (this.column > lastColumn) throw new SpreadsheetRejected(rejections.damaged);
    this.type = valueOf(attributes, 't');
    this.style = Number(valueOf(attributes, 's'));
  }

  private endCell(): void {
    const raw = this.collector.take();
    if (raw === '' || this.column > columnsRead) return;
    const text = this.textOf(raw);
    if (text === '') return;
    while (this.cells.length < this.column - 1) this.cells.push('');
    this.cells[this.column - 1] = text;
  }

  private endRow(): void {
    if (this.cells.length === 0) return;
    this.take(this.row, this.cells);
    this.cells = [];
  }

  private textOf(raw: string): string {
    switch (this.type) {
      case 's':
        return this.context.sharedStrings[Number(raw)] ?? '';
      case 'inlineStr':
      case 'str':
        return cellText(unescapeText(raw));
      case 'b':
        return cellText(raw.trim() === '1' || raw.trim() === 'true');
      case 'e':
        return '';
      case 'd':
        return cellText(new Date(/Z|[+-]\d\d:\d\d$/.test(raw) ? raw : `${raw.trim()}Z`)) || raw;
      default:
        return this.numberText(raw);
    }
  }

  private numberText(raw: string): string {
    if (this.context.dateStyles[this.style]) {
      return cellText(dateOf(Number(raw), this.context.date1904));
    }
    // Most numbers are integers, which need no parsing.
    if (/^[1-9]\d{0,14}$/.test(raw)) return raw;
    return raw.trim() === '' ? '' : cellText(Number(raw));
  }
}

/**
 * Returns an attribute, or '' if it is missing. Doesn't decode entities, because spreadsheet programs write
 * these attributes without entities.
 */
function valueOf(attributes: string, name: string): string {
  for (let at = attributes.indexOf(name); at !== -1; at = attributes.indexOf(name, at + 1)) {
    if (at > 0 && attributes.charCodeAt(at - 1) > 0x20) continue;
    let equals = at + name.length;
    while (attributes.charCodeAt(equals) <= 0x20) equals++;
    if (attributes[equals] !== '=') continue;
    let open = equals + 1;
    while (attributes.charCodeAt(open) <= 0x20) open++;
    const close = attributes.indexOf(attributes[open] ?? '"', open + 1);
    return close === -1 ? '' : attributes.slice(open + 1, close);
  }
  return '';
}

function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column === 0) throw new SpreadsheetRejected(rejections.damaged);
  return column;
}

/** Converts a spreadsheet's day number to a date. Spreadsheets count 29 February 1900, which did not exist. */
function dateOf(serial: number, date1904: boolean): Date | number {
  if (!(serial >= 0 && serial < 2_958_466)) return serial;
  const days = date1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial;
  return new Date(Math.round((days - 25_569) * 86_400) * 1_000);
}

/** Decodes escapes such as `_x002D_`, which spreadsheet programs write for some characters. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
