/** Matches an emoji, which may have several code points. */
const emoji = /\p{RGI_Emoji}/gv;
/** Matches invisible and reordering code points, except ZWNJ and ZWJ, which Indic spelling needs. */
const invisible = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/**
 * Matches a long run of characters without a line break opportunity, because such a run could be wider than
 * its column.
 */
const unbroken = /[^\s\u200b-]{25,}/gu;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Marks where an overlong word may break. The template doesn't print this character. */
const breakPoint = '\u200b';

function breakWord(word: string): string {
  let out = '';
  let count = 0;
  for (const { segment } of segmenter.segment(word)) {
    if (count > 0 && count % 12 === 0) out += breakPoint;
    out += segment;
    count += 1;
  }
  return out;
}

/**
 * Returns text that the report can print. Characters without a glyph in our fonts become U+FFFD, because a
 * PDF/UA report must not have a single one. Control and invisible characters are removed, and overlong words
 * get break points.
 */
export function printableText(text: string, covered: (codePoint: number) => boolean): string {
  let out = '';
  const plain = text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\u202f]/g, ' ')
    .replace(emoji, (picture) =>
      Array.from(picture).every((c) => covered(c.codePointAt(0) ?? 0)) ? picture : '\ufffd',
    )
    .replace(controls, '')
    .replace(invisible, '');
  for (const character of plain)
    out += character === '\n' || covered(character.codePointAt(0) ?? 0) ? character : '\ufffd';
  return out.replace(unbroken, breakWord);
}
