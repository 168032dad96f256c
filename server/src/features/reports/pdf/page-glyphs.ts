import { type Operation, readCodes, readContent, readText } from './content-stream.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** Matches text in a right-to-left script. PDF readers reverse the order of its glyphs themselves. */
export const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export interface Glyph {
  operation: Operation;
  font: GlyphFont;
  cid: number;
  /** The text of the glyph's whole cluster. */
  text: string;
  /** The glyph's own part of the cluster's text. */
  share: string;
  /** Whether the cluster has several glyphs. */
  shared: boolean;
  /** The number of the `/ActualText` span that contains the glyph, if any. */
  span: number | undefined;
  /** The number of the glyph's text object on the page. `y` is the glyph's vertical position. */
  item: number;
  y: number;
}

/** An embedded font. A glyph that occurs with different texts gets additional codes. */
export interface GlyphFont {
  descendant: number;
  toUnicode: number;
  texts: Map<number, string>;
  widths: Map<number, string>;
  codes: Map<string, number>;
  taken: Set<number>;
  next: number;
  added: { code: number; cid: number }[];
}

export interface Page {
  content: number;
  operations: Operation[];
  glyphs: Glyph[];
}

/** Reads a page's glyphs. Marks the engine's `/ActualText` spans with `span:`, so that they are dropped. */
export function readPage(objects: PdfObjects, number: number, fonts: Map<number, GlyphFont>): Page {
  const page = objects.read(number);
  const content = reference(page, /\/Contents (\d+) 0 R/);
  const names = new Map(
    Array.from(page.matchAll(/\/(f\d+) (\d+) 0 R/g), ([, name = '', object]) => [
      name,
      openFont(objects, Number(object), fonts),
    ]),
  );
  const operations = readContent(objects.readStream(content));
  const glyphs: Glyph[] = [];
  const open: (string | undefined)[] = [];
  let font: GlyphFont | undefined;
  let spans = 0;
  let item = 0;
  let y = 0;
  for (const operation of operations) {
    const { operands, operator } = operation;
    if (operator === 'BT') item++;
    else if (operator === 'cm') y = Number(operands[5]);
    else if (operator === 'Tf') font = names.get(operands[0]?.slice(1) ?? '');
    else if (operator === 'BDC' || operator === 'BMC') {
      const at = operands.indexOf('/ActualText');
      open.push(at < 0 ? undefined : readText(operands[at + 1] ?? '<>'));
      if (at >= 0) {
        spans++;
        operation.operator = `span:${operator}`;
      }
    } else if (operator === 'EMC') {
      if (open.pop() !== undefined) operation.operator = 'span:EMC';
    } else if (operator === 'TJ' || operator === 'Tj') {
      if (!font) throw new Error('A text has no font');
      const given = open.findLast((text) => text !== undefined);
      for (const operand of operands)
        for (const cid of readCodes(operand) ?? []) {
          const text = given ?? font.texts.get(cid) ?? '';
          const span = given === undefined ? undefined : spans;
          glyphs.push({ operation, font, cid, text, share: text, shared: false, span, item, y });
        }
    }
  }
  return { content, operations, glyphs };
}

function openFont(objects: PdfObjects, number: number, fonts: Map<number, GlyphFont>): GlyphFont {
  const known = fonts.get(number);
  if (known) return known;
  const body = objects.read(number);
  const toUnicode = reference(body, /\/ToUnicode (\d+) 0 R/);
  const descendant = reference(body, /\/DescendantFonts \[(\d+) 0 R\]/);
  const description = objects.read(descendant);
  const numbers = /\/W \[([^[\]]*)\]/.exec(description)?.[1]?.trim().split(/\s+/);
  if (!numbers || !description.includes('/CIDToGIDMap /Identity'))
    throw new Error('A font is not embedded as expected');
  const widths = new Map<number, string>();
  for (let i = 0; i + 2 < numbers.length; i += 3)
    for (let cid = Number(numbers[i]); cid <= Number(numbers[i + 1]); cid++)
      widths.set(cid, numbers[i + 2] ?? '0');
  const texts = new Map(
    Array.from(
      objects.readStream(toUnicode).matchAll(/^<([\da-f]{4})> <([\da-f]+)>$/gim),
      ([, code = '', text = '']) => [Number.parseInt(code, 16), readText(`<feff${text}>`)],
    ),
  );
  const next = Math.max(...widths.keys(), ...texts.keys()) + 1;
  const font: GlyphFont = {
    descendant,
    toUnicode,
    texts,
    widths,
    codes: new Map(),
    taken: new Set(),
    next,
    added: [],
  };
  fonts.set(number, font);
  return font;
}

function reference(body: string, pattern: RegExp): number {
  const number = Number(pattern.exec(body)?.[1]);
  if (Number.isNaN(number)) throw new Error('The PDF has an unexpected structure');
  return number;
}
