const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** By index in the cell formats below. Every cell is text, so that leading zeros stay. */
const styles = { text: 1, guarded: 2, heading: 3, reason: 4 } as const;

/** All parts of the workbook except its sheet, by path. */
export const failedRowsParts: readonly (readonly [path: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Failed rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFBE9E4"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fillId="2" applyNumberFormat="1" applyFill="1"/></cellXfs></styleSheet>`,
  ],
];

export function sheetStart(columns: number): string {
  const last = Math.max(2, columns + 1);
  return `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="56" style="${styles.reason}" customWidth="1"/><col min="2" max="${last}" width="20" style="${styles.text}" customWidth="1"/></cols><sheetData>`;
}

export const sheetEnd = '</sheetData></worksheet>';

export function sheetRow(
  row: number,
  reason: string,
  cells: readonly string[],
  kind: 'heading' | 'row',
): string {
  const first = textCell(reason, kind === 'heading' ? styles.heading : styles.reason);
  const rest = cells.map((text) =>
    textCell(text, kind === 'heading' ? styles.heading : styleOf(text)),
  );
  return `<row r="${row}">${first}${rest.join('')}</row>`;
}

/** Text that looks like a formula stays text (`quotePrefix`) even if a user edits the cell. */
const styleOf = (text: string) =>
  /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? styles.guarded : styles.text;

function textCell(text: string, style: number): string {
  if (text === '') return `<c s="${style}"/>`;
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeText(text: string): string {
  return (
    text
      // Text that looks like an escape of the format must not become one.
      .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>]/g, (character) => escapes[character] ?? '')
      .replace(/[\ufffe\uffff]/g, '')
  );
}
