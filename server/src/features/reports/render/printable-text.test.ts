import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadFonts } from '../pdf/fonts.ts';
import { printableText } from './printable-text.ts';

const { covers } = loadFonts();
const print = (text: string) => printableText(text, covers);

test.each([
  ['plain ₹1,20,000 · é – “q”', 'plain ₹1,20,000 · é – “q”'],
  ['रमेश क्षत्रिय ക്\u200dഷ', 'रमेश क्षत्रिय ക്\u200dഷ'],
  ['one\r\ntwo\u2028three\tfour', 'one\ntwo\nthree four'],
  ['a\u0000\u001b\u0085b\u009f', 'a\nb'],
  ['x\ud800y', 'x\ufffdy'],
  ['👨‍👩‍👧👍🏽🇮🇳 1️⃣', '\ufffd\ufffd\ufffd \ufffd'],
  ['漢字', '\ufffd\ufffd'],
  ['pay\u202e\u2066\u200b\ufeff\u00adee', 'payee'],
])('%j prints as %j', (text, printed) => expect(print(text)).toBe(printed));

test('of any text, only characters of the fonts are left', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const strange = Array.from(print(text)).filter(
        (character) => character !== '\n' && !covers(character.codePointAt(0) ?? 0),
      );
      expect(strange).toEqual([]);
    }),
  );
});

test('a word too long for its column may break, between whole characters, and loses nothing', () => {
  const word = 'क्षि'.repeat(40);
  const parts = print(word).split('\u200b');
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join('')).toBe(word);
  expect(parts.every((part) => /^(?:क्षि)+$/.test(part))).toBe(true);
  expect(print('mailto:someone@site.in')).not.toContain('\u200b');
});

test.each([
  ['₹', true],
  ['क', true],
  ['ഷ', true],
  ['ۓ', true],
  ['漢', false],
  ['😀', false],
])('the fonts cover %s: %s', (character, covered) =>
  expect(covers(character.codePointAt(0) ?? 0)).toBe(covered),
);
