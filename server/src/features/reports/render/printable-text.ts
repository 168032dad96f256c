/** One emoji, however many code points it has. */
const emoji = /\p{RGI_Emoji}/gv;
/** Invisible and reordering code points; the two joiners stay, since Indic spelling needs them. */
const invisible = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/** A run without a break opportunity, long enough to leave its column. */
const unbroken = /[^\s\u200b-]{25,}/gu;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where an overlong word may break; the template makes it invisible. */
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
 * Returns text that the report can show. One character outside the fonts fails a whole PDF/UA report, so it
 * prints as U+FFFD. Controls and invisible characters are dropped, and overlong words get break points.
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
