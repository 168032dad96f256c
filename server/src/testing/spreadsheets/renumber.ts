import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

export function renumber(bytes: Buffer, year: string): Buffer {
  const change = (text: string) => text.replaceAll(/(?<=DS[XB]-)2026(?=-)/g, year);
  if (!bytes.toString('latin1').startsWith('PK'))
    return Buffer.from(change(bytes.toString('latin1')), 'latin1');
  const { 'xl/sharedStrings.xml': texts, ...parts } = unzipSync(bytes);
  if (!texts) throw new Error('The spreadsheet has no texts');
  return Buffer.from(
    zipSync({ ...parts, 'xl/sharedStrings.xml': strToU8(change(strFromU8(texts))) }),
  );
}
