import { expect, test } from 'vitest';
import { inIndia } from '../../../../testing/in-india.ts';
import { packZip } from '../../../../testing/spreadsheets/pack-xlsx.ts';
import { openSpreadsheet } from '../read-rows.ts';
import { rejections } from '../spreadsheet-rejected.ts';

const open = (body: string, manifest = '<m/>', kind = 'spreadsheet') =>
  openSpreadsheet(
    packZip([
      { name: 'META-INF/manifest.xml', content: manifest },
      { name: 'content.xml', content: `<o:doc>${body.replaceAll('%', `o:${kind}`)}</o:doc>` },
    ]),
    'all',
  );
const cell = (content: string, attributes = '') =>
  `<t:table-cell ${attributes}>${content}</t:table-cell>`;
const typed = (type: string, value = '') =>
  cell('<x:p>shown</x:p>', `o:value-type="${type}" ${value}`);

async function read(cells: string) {
  const { read: readSheet } = await open(
    `<%><t:table t:name="A"><t:table-row>${cells}</t:table-row></t:table></%>`,
  );
  const rows: (readonly string[])[] = [];
  await readSheet(0, (_, row) => rows.push([...row]));
  return rows[0];
}

test('a typed cell is read by its value, any other as shown', async () => {
  inIndia();
  const cells = [
    typed('float', 'o:value="9.8200982E9"'),
    typed('percentage', 'o:value="0.5"'),
    typed('currency', 'o:value="12"'),
    typed('date', 'o:date-value="2026-01-31"'),
    typed('date', 'o:date-value="2026-01-31T09:05:00.5"'),
    typed('date', 'o:date-value="today"'),
    typed('boolean', 'o:boolean-value="true"'),
    typed('boolean', 'o:boolean-value="false"'),
    typed('string', 'o:string-value=" a&#38;b"'),
    ...[typed('string'), typed('time'), cell('<x:p>bare</x:p>')],
  ];
  expect(await read(cells.join(''))).toEqual([
    ...['9820098200', '0.5', '12', '2026-01-31', '2026-01-31 09:05', 'shown', 'TRUE', 'FALSE'],
    ...['a&b', 'shown', 'shown', 'bare'],
  ]);
});

test('spaces, tabs, lines and paragraphs are read; a note is not', async () => {
  const text = '<x:p>a<x:s x:c="3"/>b<x:s/>c<x:tab/>d<x:line-break/>e</x:p><x:p>f</x:p>';
  const note = '<o:annotation><x:p>note</x:p></o:annotation>';
  expect(
    await read(
      cell(note + text) + cell('') + cell('<x:p>g</x:p>', 't:number-columns-repeated="2"'),
    ),
  ).toEqual([...['a   b c\td\ne\nf', '', 'g', 'g']]);
});

test('hidden tables are skipped', async () => {
  const styles = '<s:style s:name="h"><s:table-properties t:display="false"/></s:style>';
  const { sheets } = await open(
    `${styles}<%><t:table t:name="A" t:style-name="h"/><t:table t:name="B" t:style-name="v"/></%>`,
  );
  expect(sheets).toEqual(['B']);
});

test.each([
  ['an encrypted file', '<m><x:encryption-data/></m>', 'spreadsheet', rejections.encrypted],
  ['a text document', '<m/>', 'text', rejections.noFormat],
])('%s is rejected', async (_, manifest, kind, message) => {
  await expect(open('<%/>', manifest, kind)).rejects.toThrow(message);
});
