import { hexText, type Operation, readCodes } from './content-stream.ts';
import { glyphCodeOf } from './glyph-codes.ts';
import { type Glyph, type Page, rightToLeft } from './page-glyphs.ts';

/**
 * Returns the page's content with a separate code for each pair of a glyph and its share of the text. A word
 * that contains a cluster of several glyphs also gets the text of the whole word (`/ActualText`).
 */
export function rewriteContent({ operations, glyphs }: Page): Operation[] {
  const words = textOfWords(glyphs);
  const byOperation = Map.groupBy(glyphs, (glyph) => glyph.operation);
  const out: Operation[] = [];
  const position = followPosition();
  let open: number | undefined;
  const turn = (word: Word | undefined) => {
    if (word?.id === open) return;
    if (open !== undefined) out.push({ operands: [], operator: 'EMC' });
    if (word) out.push(startOfText(word.text));
    open = word?.id;
  };
  for (const operation of operations) {
    const { operands, operator } = operation;
    // Closes the word's span first, because it must not overlap the engine's marked content.
    if (operator === 'ET' || operator === 'BMC' || operator === 'EMC') turn(undefined);
    const rest = byOperation.get(operation);
    if (!rest) {
      const kept = operator.startsWith('span:') ? undefined : position.pass(operation);
      if (kept) out.push(kept);
      continue;
    }
    let pieces: string[] = [];
    const flush = () => {
      if (pieces.length > 0) out.push({ operands: ['[', ...pieces, ']'], operator: 'TJ' });
      pieces = [];
    };
    for (const operand of operands) {
      if (operand === '[' || operand === ']') continue;
      const codes = readCodes(operand);
      if (!codes) {
        pieces.push(operand);
        position.advance(-Number(operand));
      }
      for (const glyph of rest.splice(0, codes?.length ?? 0)) {
        const word = words.get(glyph);
        if (word?.id !== open) flush();
        turn(word);
        pieces.push(`<${glyphCodeOf(glyph).toString(16).padStart(4, '0')}>`);
        position.advance(Number(glyph.font.widths.get(glyph.cid) ?? 0));
      }
    }
    flush();
  }
  return out;
}

function startOfText(text: string): Operation {
  const operands = ['/Span', '<<', '/ActualText', `<feff${hexText(text)}>`, '>>'];
  return { operands, operator: 'BDC' };
}

/**
 * Removes each `Tm` (a new text position) where the text continues on the same line in the same font. Some
 * PDF readers skip glyphs without text. If there were a `Tm` within a word, these readers would add a space.
 * If the new position is not where the last glyph ends, a `TJ` with the distance replaces the `Tm`.
 */
function followPosition() {
  let font = '';
  let size = 0;
  let start: string[] | undefined;
  let x = 0;
  return {
    advance(thousandths: number) {
      x += (thousandths * size) / 1000;
    },
    /** Returns the operation to write instead, or undefined to remove the operation. */
    pass(operation: Operation): Operation | undefined {
      const { operands, operator } = operation;
      if (operator === 'BT') start = undefined;
      if (operator === 'Tf') {
        if (operands.join(' ') !== font) start = undefined;
        font = operands.join(' ');
        size = Number(operands[1]);
      }
      if (operator !== 'Tm') return operation;
      const missing = Number(operands[4]) - x;
      const continued = start?.every((value, index) => index === 4 || value === operands[index]);
      start = operands;
      x = Number(operands[4]);
      if (!continued) return operation;
      if (Math.abs(missing) < 0.002) return undefined;
      const gap = String(Number(((-missing * 1000) / size).toFixed(3)));
      return { operands: ['[', gap, ']'], operator: 'TJ' };
    },
  };
}

interface Word {
  id: number;
  text: string;
}

/** Returns, by glyph, the words with a cluster of several glyphs. Other words need no `/ActualText`. */
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
    // Each right-to-left glyph is a separate word, because PDF readers reverse right-to-left text themselves,
    // glyph by glyph.
    const alone = glyph.text === ' ' || rightToLeft.test(glyph.text);
    if (alone || glyph.item !== word[0]?.item) close();
    word.push(glyph);
    if (alone) close();
  }
  close();
  return words;
}
