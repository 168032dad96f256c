import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  containsInvisible,
  nameContainsInvisible,
  nameWithoutInvisible,
  withoutInvisible,
} from './visible-text.ts';

// Covers: threat-32
test.each([
  ['zero-width space', 'As\u200bha'],
  ['zero-width joiner between Latin letters', 'As\u200dha'],
  ['word joiner', 'As\u2060ha'],
  ['byte order mark', '\ufeffAsha'],
  ['soft hyphen', 'As\u00adha'],
  ['right-to-left override', 'Asha \u202eoaR'],
  ['isolate', 'Asha \u2067Rao\u2069'],
  ['right-to-left mark', 'Asha\u200f'],
  ['Hangul filler', 'Asha\u3164'],
  ['tab', 'Asha\tRao'],
])('a %s is detected', (_, text) => {
  expect([containsInvisible(text), nameContainsInvisible(text)]).toEqual([true, true]);
  for (const rule of [withoutInvisible, nameWithoutInvisible]) {
    const field = z.string().check(rule('This text'));
    expect([text, 'Asha'].map((value) => field.safeParse(value).success)).toEqual([false, true]);
  }
});

test.each(['Asha Rao', 'रमेश कुमार शर्मा', "D'Souza-Näslund", 'عائشة', '李雷'])(
  '%s is accepted',
  (text) => {
    expect([containsInvisible(text), nameContainsInvisible(text)]).toEqual([false, false]);
  },
);

// Covers: threat-32
test.each(['क्\u200dष', 'അവന്\u200d', 'র\u200d্যা'])(
  'joiners of Indian scripts are accepted only in names: %s',
  (text) => {
    expect([containsInvisible(text), nameContainsInvisible(text)]).toEqual([true, false]);
  },
);
