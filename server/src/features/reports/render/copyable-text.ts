import { hexText, type Operation, readCodes, writeContent } from './content-stream.ts';
import { type Glyph, type GlyphFont, type Page, readPage } from './page-glyphs.ts';
import { openPdf, type PdfObjects } from './pdf-objects.ts';

/**
 * Rewrites a report so that Indic text can be searched and copied in every reader; not a dot of it moves. Any PDF that
 * the report engine did not write is refused by an error.
 */
export function makeCopyable(pdf: Buffer): Buffer {
  const objects = openPdf(pdf);
  const fonts = new Map<number, GlyphFont>();
  const pages = objects.numbers
    .filter((number) => /^\s*<<\s*\/Type \/Page\s/.test(objects.read(number)))
    .map((number) => readPage(objects, number, fonts));
  for (const page of pages) shareOutClusters(page);
  if (!pages.some((page) => page.glyphs.some((glyph) => glyph.shared))) return pdf;
  for (const page of pages) objects.replaceStream(page.content, writeContent(rewrite(page)));
  for (const font of fonts.values()) writeFont(objects, font);
  return objects.write();
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * The engine says of every glyph of a cluster that it stands for the whole cluster. Readers that look only at
 * glyphs then repeat it. Here each glyph gets its share, in the order of the text.
 */
function shareOutClusters({ glyphs }: Page) {
  const heights = Map.groupBy(glyphs, (glyph) => glyph.y);
  const onLine = (glyph: Glyph) => heights.get(glyph.y)?.length ?? 0;
  for (let start = 0; start < glyphs.length; ) {
    const end = endOfCluster(glyphs, start);
    if (end - start > 1) shareOut(glyphs.slice(start, end), onLine);
    start = end;
  }
}

/**
 * Only glyphs on the line and with a width carry text: readers take a lowered one for another line, and a
 * mark without its letter for one without a width.
 */
function shareOut(cluster: Glyph[], onLine: (glyph: Glyph) => number) {
  const text = cluster[0]?.text ?? '';
  const line = Math.max(...cluster.map(onLine));
  const level = cluster.filter((glyph) => onLine(glyph) === line);
  const wide = level.filter(({ font, cid }) => Number(font.widths.get(cid) ?? 0) > 0);
  const carriers = wide.length > 0 ? wide : level;
  const parts = rightToLeft.test(text) ? [text] : (text.match(/\P{Mn}\p{Mn}*|\p{Mn}+/gu) ?? []);
  for (const glyph of cluster) {
    const place = carriers.indexOf(glyph);
    const last = place === carriers.length - 1;
    glyph.shared = true;
    glyph.share = place < 0 ? '' : parts.slice(place, last ? undefined : place + 1).join('');
  }
}

function endOfCluster(glyphs: Glyph[], start: number): number {
  const seen = new Set<number>();
  let end = start;
  for (let before = glyphs[start]; before; end++) {
    const next = glyphs[end];
    if (!next || (end > start && !continues(before, next, seen))) break;
    seen.add(next.cid);
    before = next;
  }
  return end;
}

/** A cluster's glyphs share one span, or, where one is raised or lowered, stand in neighbouring text objects. */
function continues(before: Glyph, next: Glyph, seen: Set<number>): boolean {
  if (next.span !== undefined && next.span === before.span) return true;
  return (
    next.font === before.font &&
    next.text === before.text &&
    next.item === before.item + 1 &&
    next.y !== before.y &&
    Math.abs(next.y - before.y) < 12 &&
    !seen.has(next.cid)
  );
}

/** The page's content with a code of its own for each glyph and share, and one text for each word that needs it. */
function rewrite({ operations, glyphs }: Page): Operation[] {
  const words = textOfWords(glyphs);
  const byOperation = Map.groupBy(glyphs, (glyph) => glyph.operation);
  const out: Operation[] = [];
  let open: number | undefined;
  const turn = (word: Word | undefined) => {
    if (word?.id === open) return;
    if (open !== undefined) out.push({ operands: [], operator: 'EMC' });
    if (word)
      out.push({
        operands: ['/Span', '<<', '/ActualText', `<feff${hexText(word.text)}>`, '>>'],
        operator: 'BDC',
      });
    open = word?.id;
  };
  for (const operation of operations) {
    const shown = byOperation.get(operation);
    if (operation.operator === 'ET') turn(undefined);
    if (!shown) {
      if (!operation.operator.startsWith('span:')) out.push(operation);
      continue;
    }
    const rest = [...shown];
    let pieces: string[] = [];
    const flush = () => {
      if (pieces.length > 0) out.push({ operands: ['[', ...pieces, ']'], operator: 'TJ' });
      pieces = [];
    };
    for (const operand of operation.operands) {
      if (operand === '[' || operand === ']') continue;
      const codes = readCodes(operand);
      if (!codes) pieces.push(operand);
      for (const _ of codes ?? []) {
        const glyph = rest.shift();
        if (!glyph) throw new Error('A glyph is missing');
        const word = words.get(glyph);
        if (word?.id !== open) flush();
        turn(word);
        pieces.push(`<${codeOf(glyph).toString(16).padStart(4, '0')}>`);
      }
    }
    flush();
  }
  return out;
}

interface Word {
  id: number;
  text: string;
}

/** The words that hold a shared-out cluster; simple words are right without. */
function textOfWords(glyphs: Glyph[]): Map<Glyph, Word> {
  const words = new Map<Glyph, Word>();
  let word: Glyph[] = [];
  const close = () => {
    if (word.some((glyph) => glyph.shared)) {
      const entry = { id: words.size, text: word.map((glyph) => glyph.share).join('') };
      for (const glyph of word) words.set(glyph, entry);
    }
    word = [];
  };
  for (const glyph of glyphs) {
    // Readers turn right-to-left text around themselves, glyph by glyph: no words there.
    const alone = glyph.text === ' ' || rightToLeft.test(glyph.text);
    if (alone || glyph.item !== word[0]?.item) close();
    word.push(glyph);
    if (alone) close();
  }
  close();
  return words;
}

/** The code that stands for this glyph with this share: the old one for its first share, new ones after. */
function codeOf({ font, cid, share }: Glyph): number {
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

/** Stands for no text: readers drop it, yet the standard wants a character for every glyph. */
const nothing = '\u2060';

function writeFont(objects: PdfObjects, font: GlyphFont) {
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
