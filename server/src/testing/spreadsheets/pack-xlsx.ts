import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  name: string;
  content: string | Uint8Array;
  /** The values that the zip's headers contain instead of the true ones. */
  claims?: { unpackedSize?: number; packedSize?: number; crc?: number; flags?: number };
}

export function packZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims } of parts) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(claims?.flags ?? 0, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(claims?.crc ?? crc32(data), 10);
    header.writeUInt32LE(claims?.packedSize ?? packed.length, 14);
    header.writeUInt32LE(claims?.unpackedSize ?? data.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, rest, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, index, Buffer.from('PK\x05\x06'), end]);
}

export interface SheetParts {
  /** The XML inside sheetData. */
  rows: string;
  state?: 'hidden' | 'veryHidden';
  dimension?: string;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** `prefix` is the namespace prefix of the elements, such as 'x:'. */
export function workbookParts(
  sheets: readonly SheetParts[],
  { prefix = '', sharedStrings = '', styles = '' } = {},
): ZipPart[] {
  const p = prefix;
  const xmlns = `xmlns${p ? `:${p.slice(0, -1)}` : ''}="${main}" xmlns:r="${office}"`;
  const relations = (list: readonly [id: string, type: string, target: string][]) =>
    `<Relationships xmlns="${packages}">${list
      .map(
        ([id, type, target]) =>
          `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const directory = sheets
    .map(
      ({ state }, index) =>
        `<${p}sheet name="Sheet ${index + 1}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
    )
    .join('');
  return [
    {
      name: '[Content_Types].xml',
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    { name: '_rels/.rels', content: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<${p}workbook ${xmlns}><${p}sheets>${directory}</${p}sheets></${p}workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...sheets.map((_, index): [string, string, string] => [
          `rId${index + 1}`,
          'worksheet',
          `worksheets/sheet${index + 1}.xml`,
        ]),
        ['rId900', 'sharedStrings', 'sharedStrings.xml'],
        ['rId901', 'styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/sharedStrings.xml', content: `<${p}sst ${xmlns}>${sharedStrings}</${p}sst>` },
    { name: 'xl/styles.xml', content: `<${p}styleSheet ${xmlns}>${styles}</${p}styleSheet>` },
    ...sheets.map(({ rows, dimension }, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `<${p}worksheet ${xmlns}>${dimension ? `<${p}dimension ref="${dimension}"/>` : ''}<${p}sheetData>${rows}</${p}sheetData></${p}worksheet>`,
    })),
  ];
}

/** Packs a workbook with one sheet. */
export const packSheet = (rows: string, more: Parameters<typeof workbookParts>[1] = {}) =>
  packZip(workbookParts([{ rows }], more));

export function textRow(values: readonly string[], { row = '', prefix: p = '' } = {}): string {
  const cells = values.map(
    (value) => `<${p}c t="inlineStr"><${p}is><${p}t>${value}</${p}t></${p}is></${p}c>`,
  );
  return `<${p}row${row ? ` r="${row}"` : ''}>${cells.join('')}</${p}row>`;
}
