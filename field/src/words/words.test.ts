import { type Language, languages } from '@doorstep/contract/languages';
import { visitForm } from '@doorstep/contract/reports/visit-form';
import { visitOutcomes } from '@doorstep/contract/visits/outcomes';
import { expect, test } from 'vitest';
import page from '../../index.html?raw';
import bengali from './bn.json';
import english from './en.json';
import hindi from './hi.json';
import marathi from './mr.json';
import tamil from './ta.json';
import telugu from './te.json';

interface File extends Record<string, unknown> {
  form: { questions: Record<string, string>; answers: Record<string, string> };
}
const files: Partial<Record<Language, File>> = {
  hi: hindi,
  mr: marathi,
  ta: tamil,
  te: telugu,
  bn: bengali,
};
const scripts: Partial<Record<Language, RegExp>> = {
  hi: /\p{Script=Devanagari}/u,
  mr: /\p{Script=Devanagari}/u,
  ta: /\p{Script=Tamil}/u,
  te: /\p{Script=Telugu}/u,
  bn: /\p{Script=Bengali}/u,
};
/** The keys of texts that have only placeholders and signs. */
const spelledAlike = ['left.day', 'photo.at'];
const translated = languages.filter((language) => language !== 'en');

const holders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

function read(language: Language) {
  const { form, ...words } = files[language] ?? { form: { questions: {}, answers: {} } };
  return { form, words: words as Record<string, string> };
}

test.each(translated)('%s has each text, with the same placeholders', (language) => {
  const { words } = read(language);
  for (const [key, text] of Object.entries(english)) {
    expect([key, holders(words[key] ?? '')]).toEqual([key, holders(text)]);
    expect([key, words[key]?.trim()]).not.toEqual([key, '']);
    expect(words).toHaveProperty([key]);
  }
});

test.each(translated)('%s has each text, question and answer in its own script', (language) => {
  const { words, form } = read(language);
  const texts = { ...words, ...form.questions, ...form.answers };
  const foreign = Object.entries(texts).filter(([, text]) => !scripts[language]?.test(text));
  const expected = spelledAlike.filter((key) => key in words);
  expect(foreign.map(([key]) => key).toSorted()).toEqual(expected);
});

test.each(translated)('%s has no letter or digit of another Indian script', (language) => {
  const { words, form } = read(language);
  const texts = Object.values({ ...words, ...form.questions, ...form.answers });
  const own = scripts[language]?.source;
  const foreign = new RegExp(`(?!${own}|\\p{Script=Latin}|[0-9])[\\p{L}\\p{Nd}]`, 'u');
  expect(texts.filter((text) => foreign.test(text))).toEqual([]);
  expect(texts.filter((text) => /(?![0-9])\p{Nd}/u.test(text))).toEqual([]);
});

// Covers: field-app-23
test("has the texts before the app starts in both languages, equal to the app's", () => {
  const body = new DOMParser().parseFromString(page, 'text/html').querySelector('#root');
  for (const words of [english, hindi]) {
    for (const key of ['opening', 'openingHint', 'reload'] as const) {
      expect(body?.textContent).toContain(words[key]);
    }
  }
});

test.each(translated)('%s has each question and answer of both forms', (language) => {
  const questions = (['residence', 'office'] as const).flatMap((template) =>
    visitOutcomes.flatMap((outcome) =>
      visitForm(template, outcome, true).steps.flatMap((step) => step.questions),
    ),
  );
  const answers = questions.flatMap(({ options = [], suggestions = [] }) => [
    ...options,
    ...suggestions,
  ]);
  const { form } = read(language);
  const keys = questions.map(({ key }) => key);
  const missing = [
    ...keys.filter((key) => !(key in form.questions)),
    ...answers.filter((answer) => !/^\d+$/.test(answer) && !(answer in form.answers)),
  ];
  expect(missing).toEqual([]);
  const known = new Set([...keys, ...answers]);
  const texts = [...Object.keys(form.questions), ...Object.keys(form.answers)];
  expect(texts.filter((key) => !known.has(key))).toEqual([]);
});
