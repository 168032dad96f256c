import { type Language, languages } from '@doorstep/contract/languages';
import { visitForm } from '@doorstep/contract/reports/visit-form';
import { visitOutcomes } from '@doorstep/contract/visits/outcomes';
import { expect, test, vi } from 'vitest';
import page from '../../index.html?raw';
import bengali from './bn.json';
import english from './en.json';
import hindi from './hi.json';
import { loadLanguage, readLanguage, showLanguage } from './language.ts';
import marathi from './mr.json';
import tamil from './ta.json';
import telugu from './te.json';

interface File extends Record<string, unknown> {
  form: { questions: Record<string, string>; answers: Record<string, string> };
}
const files: [Language, File, script: RegExp][] = [
  ['hi', hindi, /\p{Script=Devanagari}/u],
  ['mr', marathi, /\p{Script=Devanagari}/u],
  ['ta', tamil, /\p{Script=Tamil}/u],
  ['te', telugu, /\p{Script=Telugu}/u],
  ['bn', bengali, /\p{Script=Bengali}/u],
];
/** The keys of texts that have only placeholders and signs. */
const spelledAlike = ['left.day', 'photo.at'];
const translated = files.map(([language, { form, ...words }, script]) => ({
  language,
  form,
  words: words as Record<string, string>,
  script,
  texts: { ...(words as Record<string, string>), ...form.questions, ...form.answers },
}));

const holders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test('each language but English has a translation', () => {
  expect(['en', ...translated.map(({ language }) => language)]).toEqual(languages);
});

test.each(translated)('$language has each text, with the same placeholders', ({ words }) => {
  for (const [key, text] of Object.entries(english)) {
    expect([key, holders(words[key] ?? '')]).toEqual([key, holders(text)]);
    expect([key, words[key]?.trim()]).not.toEqual([key, '']);
    expect(words).toHaveProperty([key]);
  }
});

test.each(translated)('$language has each text in its own script', ({ words, texts, script }) => {
  const foreign = Object.entries(texts).filter(([, text]) => !script.test(text));
  const expected = spelledAlike.filter((key) => key in words);
  expect(foreign.map(([key]) => key).toSorted()).toEqual(expected);
});

test.each(translated)('$language has no letter or digit of another script', ({ texts, script }) => {
  const own = `${script.source}|\\p{Script=Latin}|[0-9]`;
  const foreign = new RegExp(`(?!${own})[\\p{L}\\p{Nd}]|(?![0-9])\\p{Nd}`, 'u');
  expect(Object.values(texts).filter((text) => foreign.test(text))).toEqual([]);
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

test.each(translated)('$language has each question and answer of both forms', ({ form }) => {
  const questions = (['residence', 'office'] as const).flatMap((template) =>
    visitOutcomes.flatMap((outcome) =>
      visitForm(template, outcome, true).steps.flatMap((step) => step.questions),
    ),
  );
  const answers = questions.flatMap(({ options = [], suggestions = [] }) => [
    ...options,
    ...suggestions,
  ]);
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

test.each([
  ['ta', 'hi-IN', 'ta'],
  [null, 'hi-IN', 'hi'],
  ['xx', 'mr', 'mr'],
  [null, 'fr-FR', 'en'],
] as const)('with %s chosen on a phone in %s, starts in %s', async (chosen, own, expected) => {
  if (chosen === 'ta') await showLanguage(chosen);
  else localStorage.setItem('doorstep-field-language', chosen ?? '');
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(own);
  await loadLanguage();
  expect([readLanguage(), document.documentElement.lang]).toEqual([expected, expected]);
});

test('shows the language that was chosen last, although the file of another arrives later', async () => {
  const late = Promise.withResolvers<Response>();
  vi.spyOn(window, 'fetch').mockReturnValueOnce(late.promise);
  const first = showLanguage('bn');
  await showLanguage('en');
  late.resolve(Response.json(bengali));
  await first;
  expect([readLanguage(), localStorage.getItem('doorstep-field-language')]).toEqual(['en', 'en']);
});
