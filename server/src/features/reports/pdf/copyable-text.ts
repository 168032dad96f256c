import { writeContent } from './content-stream.ts';
import { writeFont } from './glyph-codes.ts';
import { rewriteContent } from './page-content.ts';
import { type Glyph, type GlyphFont, type Page, readPage, rightToLeft } from './page-glyphs.ts';
import { openPdf } from './pdf-objects.ts';

/**
 * Whether a text has only characters that our fonts draw as one glyph each. PDF readers copy them correctly
 * without `makeCopyable`.
 */
export const isPlain = (text: string) => /^[\0-\u017f\u2000-\u20bf]*$/.test(text);

/**
 * Rewrites a report so that Indic text can be searched and copied in every PDF reader. The appearance of
 * the report stays the same. Throws for a PDF that the report engine did not write.
 */
export function makeCopyable(pdf: Buffer): Buffer {
  const objects = openPdf(pdf);
  const fonts = new Map<number, GlyphFont>();
  const pages = objects.numbers
    .filter((number) => /^\s*<<\s*\/Type \/Page\s/.test(objects.read(number)))
    .map((number) => readPage(objects, number, fonts));
  for (const page of pages) shareOutClusters(page);
  if (!pages.some((page) => page.glyphs.some((glyph) => glyph.shared))) return pdf;
  for (const page of pages) objects.replaceStream(page.content, writeContent(rewriteContent(page)));
  for (const font of fonts.values()) writeFont(objects, font);
  return objects.write();
}

/**
 * Gives each glyph of a cluster its part of the cluster's text. A cluster is a group of glyphs that together
 * draw a few characters, such as a syllable. The engine gives every glyph the text of the whole cluster, so
 * PDF readers that look only at glyphs would repeat the text.
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
 * Shares a cluster's text among its glyphs on the main line, except those without a width. PDF readers treat
 * raised and lowered glyphs as a separate line, and may drop the text of a glyph without a width.
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

/**
 * Whether the next glyph belongs to the same cluster. The engine writes a cluster in one `/ActualText` span,
 * or in neighbouring text objects if the cluster has raised or lowered glyphs.
 */
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
