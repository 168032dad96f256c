import { visitForm } from '@doorstep/contract/reports/visit-form';
import { visitOutcomes } from '@doorstep/contract/visits/outcomes';
import { expect, test } from 'vitest';
import page from '../../index.html?raw';
import english from './en.json';
import hindi from './hi.json';
import form from './questions.hi.json';

const holders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test('each text stands in both languages, with the same blanks to fill', () => {
  expect(Object.keys(hindi)).toEqual(Object.keys(english));
  for (const [key, text] of Object.entries(english)) {
    const translated = hindi[key as keyof typeof hindi];
    expect([key, holders(translated)]).toEqual([key, holders(text)]);
    expect(translated.trim()).not.toBe('');
  }
});

test('no Hindi text is left in English', () => {
  const spelledAlike = ['otherLanguage', 'me.english', 'left.day', 'photo.at'];
  const left = Object.entries(hindi).filter(([, text]) => !/[\u0900-\u097f]/.test(text));
  expect(left.map(([key]) => key).toSorted()).toEqual(spelledAlike.toSorted());
});

// Covers: field-app-23
test('what the page says before the app is there stands in both languages, as the app says it', () => {
  const body = new DOMParser().parseFromString(page, 'text/html').querySelector('#root');
  for (const words of [english, hindi]) {
    for (const key of ['opening', 'openingHint', 'reload'] as const) {
      expect(body?.textContent).toContain(words[key]);
    }
  }
});

test('each question and each answer of both forms stands in Hindi', () => {
  const questions = (['residence', 'office'] as const).flatMap((template) =>
    visitOutcomes.flatMap((outcome) =>
      visitForm(template, outcome, true).steps.flatMap((step) => step.questions),
    ),
  );
  const answers = questions.flatMap(({ options = [], suggestions = [] }) => [
    ...options,
    ...suggestions,
  ]);
  const keys = [...new Set(questions.map(({ key }) => key))];
  expect(Object.keys(form.questions).toSorted()).toEqual(keys.toSorted());
  expect(Object.keys(form.answers).toSorted()).toEqual([...new Set(answers)].toSorted());
});
