import { posix } from 'node:path';
import { cellText } from './cell-text.ts';
import { rejections, SpreadsheetRejected } from './spreadsheet-rejected.ts';
import type { XlsxParts } from './xlsx-parts.ts';
import { TextCollector, unescapeText } from './xlsx-sheet.ts';
import { attribute } from './xml-scanner.ts';

export interface Workbook {
  date1904: boolean;
  /** The visible worksheets in order. Chart sheets are left out, because they have no cells. */
  sheets: { name: string; path: string }[];
  sharedStrings: string | undefined;
  styles: string | undefined;
}

interface Relation {
  type: string;
  target: string;
}

export async function readWorkbook(parts: XlsxParts): Promise<Workbook> {
  if (!parts.has('[Content_Types].xml') || !parts.has('_rels/.rels')) {
    throw new SpreadsheetRejected(nameOtherKind(parts));
  }
  const root = await readRelations(parts, '_rels/.rels', '');
  const path = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? '';
  if (/\.bin$/i.test(path)) {
    throw new SpreadsheetRejected(rejections.otherSpreadsheet('binary .xlsb'));
  }
  if (!parts.has(path) || /^(word|ppt|visio)\//.test(path)) {
    throw new SpreadsheetRejected(rejections.notSpreadsheet);
  }
  const { dir, base } = posix.parse(path);
  const relations = await readRelations(parts, posix.join(dir, '_rels', `${base}.rels`), dir);
  const pathOf = (wanted: string) =>
    [...relations.values()].find(({ type }) => type === wanted)?.target;

  const workbook: Workbook = {
    date1904: false,
    sheets: [],
    sharedStrings: pathOf('sharedStrings'),
    styles: pathOf('styles'),
  };
  await parts.read(path, {
    open(name, attributes) {
      if (name === 'workbookPr') {
        workbook.date1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      }
      if (name !== 'sheet' || (attribute(attributes, 'state') ?? 'visible') !== 'visible') return;
      const relation = relations.get(relationId(attributes));
      if (relation?.type !== 'worksheet') return;
      workbook.sheets.push({ name: attribute(attributes, 'name') ?? '', path: relation.target });
    },
    close() {},
  });
  return workbook;
}

/** Returns the `id` attribute that has a namespace prefix, such as `r:id`. */
function relationId(attributes: string): string {
  return /\s[^\s=:]+:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? '';
}

async function readRelations(
  parts: XlsxParts,
  path: string,
  folder: string,
): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  await parts.read(path, {
    open(name, attributes) {
      const target = attribute(attributes, 'Target') ?? '';
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
      relations.set(attribute(attributes, 'Id') ?? '', {
        type: posix.basename(attribute(attributes, 'Type') ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
    close() {},
  });
  return relations;
}

function nameOtherKind(parts: XlsxParts): string {
  if (parts.has('content.xml') && parts.has('META-INF/manifest.xml')) {
    return rejections.otherSpreadsheet('OpenDocument');
  }
  return parts.has('Index/Document.iwa')
    ? rejections.otherSpreadsheet('Apple Numbers')
    : rejections.notSpreadsheet;
}

export async function readSharedStrings(
  parts: XlsxParts,
  path: string | undefined,
): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined || !parts.has(path)) return strings;
  const collector = new TextCollector();
  let isPhonetic = false;
  await parts.read(path, {
    open(name) {
      if (name === 't' && !isPhonetic) collector.start();
      else if (name === 'rPh') isPhonetic = true;
    },
    text: (text) => collector.add(text),
    close(name) {
      if (name === 't') collector.stop();
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') strings.push(cellText(unescapeText(collector.take())));
    },
  });
  return strings;
}

/**
 * Returns whether each cell format shows a date. The file stores dates as numbers, so only the format of a
 * cell distinguishes them from other numbers.
 */
export async function readDateStyles(
  parts: XlsxParts,
  path: string | undefined,
): Promise<boolean[]> {
  const styles: boolean[] = [];
  if (path === undefined || !parts.has(path)) return styles;
  const ownFormats = new Map<string, string>();
  let isInCellFormats = false;
  await parts.read(path, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const code = attribute(attributes, 'formatCode') ?? '';
        ownFormats.set(attribute(attributes, 'numFmtId') ?? '', code);
      } else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats) {
        const id = attribute(attributes, 'numFmtId') ?? '0';
        styles.push(showsDate(ownFormats.get(id) ?? Number(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return styles;
}

/** The maximum length of a number format in Excel, in characters. */
const longestFormat = 255;

function showsDate(format: string | number): boolean {
  if (typeof format === 'number') {
    return (
      (format >= 14 && format <= 22) ||
      (format >= 27 && format <= 36) ||
      (format >= 45 && format <= 47) ||
      (format >= 50 && format <= 58)
    );
  }
  const code = format
    .slice(0, longestFormat)
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(code) && !/general/i.test(code);
}
