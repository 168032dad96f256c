import { hexText } from './content-stream.ts';
import type { Glyph, GlyphFont } from './page-glyphs.ts';
import type { PdfObjects } from './pdf-objects.ts';

/**
 * Returns the code for a glyph with its share of a text. The glyph keeps its original code for the first
 * share that it occurs with, and gets a new code for each other share.
 */
export function glyphCodeOf({ font, cid, share }: Glyph): number {
  const key = `${cid}:${share}`;
  let code = font.codes.get(key);
  if (code === undefined) {
    code = font.taken.has(cid) ? font.next++ : cid;
    font.taken.add(cid);
    font.codes.set(key, code);
    font.texts.set(code, share);
    if (code !== cid) font.added.push({ code, cid });
  }
  return code;
}

/**
 * The text of glyphs whose share is empty: an invisible character that PDF readers ignore. The PDF/UA
 * standard requires a character for every glyph.
 */
const nothing = '\u2060';

/** Writes the text of each code of a font, and the glyph and width of each new code. */
export function writeFont(objects: PdfObjects, font: GlyphFont) {
  objects.replaceStream(font.toUnicode, characterMap(font.texts));
  if (font.added.length === 0) return;
  const glyphOf = Buffer.alloc(2 * font.next);
  for (let code = 0; code < font.next; code++) glyphOf.writeUInt16BE(code, 2 * code);
  for (const { code, cid } of font.added) glyphOf.writeUInt16BE(cid, 2 * code);
  const map = objects.add();
  objects.replaceStream(map, glyphOf);
  const body = objects.read(font.descendant);
  const widths = font.added
    .map(({ code, cid }) => `${code} ${code} ${font.widths.get(cid) ?? 0}`)
    .join(' ');
  objects.replace(
    font.descendant,
    body
      .replace('/CIDToGIDMap /Identity', `/CIDToGIDMap ${map} 0 R`)
      .replace(/\/W \[([^\]]*)\]/, `/W [$1 ${widths}]`),
  );
}

function characterMap(texts: Map<number, string>): string {
  const lines = Array.from(texts, ([code, text]) => {
    const target = hexText(text || nothing);
    return `<${code.toString(16).padStart(4, '0')}> <${target}>`;
  }).sort();
  const blocks: string[] = [];
  for (let i = 0; i < lines.length; i += 100) {
    const block = lines.slice(i, i + 100);
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo 3 dict dup begin',
    '/Registry (Adobe) def /Ordering (UCS) def /Supplement 0 def',
    'end def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}
