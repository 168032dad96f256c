import { buffer } from 'node:stream/consumers';
import { streamXlsxRows } from 'hucre/xlsx';
import { readXml } from 'hucre/xml';
import { cellText } from './cell-text.ts';
import type { TakeRow } from './header-row.ts';
import { refusals, SpreadsheetRefused } from './spreadsheet-refused.ts';
import { admitXlsx, unpack, type ZipEntry } from './xlsx-gate.ts';

const lastRow = 1_048_576;

/** Passes on the rows that hold something, of the first visible sheet that does. */
export async function readXlsxRows(bytes: Uint8Array, take: TakeRow): Promise<void> {
  const entries = await admitXlsx(bytes);
  for (const sheet of await listVisibleSheets(bytes, entries)) {
    let found = false;
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      if (!(index >= 0 && index < lastRow)) throw new SpreadsheetRefused(refusals.damaged);
      const cells = values.map(cellText);
      if (cells.every((cell) => cell === '')) continue;
      found = true;
      take(index + 1, cells);
    }
    if (found) return;
  }
}

/** Names of the visible worksheets; chart sheets, which hold no cells, are left out. */
async function listVisibleSheets(
  bytes: Uint8Array,
  entries: ReadonlyMap<string, ZipEntry>,
): Promise<string[]> {
  const readElements = async (path: string, tag: string) => {
    const entry = entries.get(path);
    if (!entry) throw new SpreadsheetRefused(refusals.damaged);
    const xml = (await buffer(unpack(bytes, entry))).toString();
    return readXml(xml, { rowTag: tag, stripNamespaces: true }).data;
  };
  if (!entries.has('[Content_Types].xml') || !entries.has('_rels/.rels')) {
    throw new SpreadsheetRefused(nameOtherKind(entries));
  }
  const root = await readElements('_rels/.rels', 'Relationship');
  const target = root.find((relation) => String(relation['@Type']).endsWith('/officeDocument'));
  const workbook = String(target?.['@Target'] ?? '').replace(/^\//, '');
  if (/\.bin$/i.test(workbook)) {
    throw new SpreadsheetRefused(refusals.otherSpreadsheet('binary .xlsb'));
  }
  if (!entries.has(workbook) || /^(word|ppt|visio)\//.test(workbook)) {
    throw new SpreadsheetRefused(refusals.notSpreadsheet);
  }
  const relations = await readElements(
    workbook.replace(/([^/]*)$/, '_rels/$1.rels'),
    'Relationship',
  );
  const worksheets = new Set(
    relations
      .filter((relation) => String(relation['@Type']).endsWith('/worksheet'))
      .map((relation) => relation['@Id']),
  );
  const sheets = await readElements(workbook, 'sheet');
  return sheets
    .filter((sheet) => (sheet['@state'] ?? 'visible') === 'visible')
    .filter((sheet) => Object.keys(sheet).some((key) => isRelation(key, sheet[key], worksheets)))
    .map((sheet) => String(sheet['@name']));
}

function isRelation(key: string, value: unknown, known: ReadonlySet<unknown>): boolean {
  return key.endsWith(':id') && known.has(value);
}

function nameOtherKind(entries: ReadonlyMap<string, ZipEntry>): string {
  if (entries.has('content.xml') && entries.has('META-INF/manifest.xml')) {
    return refusals.otherSpreadsheet('OpenDocument');
  }
  return entries.has('Index/Document.iwa')
    ? refusals.otherSpreadsheet('Apple Numbers')
    : refusals.notSpreadsheet;
}
