import { visitForm } from '@doorstep/contract/reports/visit-form';
import { visitOutcomes } from '@doorstep/contract/visits/outcomes';
import { expect, test } from 'vitest';
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
