import { answerPractice, readPractice, restartPractice } from '@doorstep/contract/practice';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cases } from '../../features/review/practice/practice-cases.ts';
import { switchSingleKeys } from '../../lib/single-keys.ts';
import { recordBodies } from '../../testing/answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const success = (message: string) => ({ success: true as const, message });

// Covers: practice-1
test('a made-up case is answered by a key and explained; nothing about it is asked of the server', async () => {
  switchSingleKeys(true);
  answer(readPractice, { answers: [{ case: 1, answer: 'positive' }] });
  const sent = recordBodies(answerPractice, success('Stored.'));
  const { screen } = await renderApp('/review/practice');
  const name = (at: number) =>
    screen.getByRole('heading', { level: 1, name: cases[at]?.verification.applicant ?? '' });
  await expect.element(name(1)).toHaveFocus();
  await expect
    .element(screen.getByText('This practice case is made up and does not count.'))
    .toBeVisible();
  await userEvent.keyboard('pn');
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Expected: Send back');
  await expect.element(screen.getByRole('alert')).toMatchTextContent(cases[1]?.why ?? '');
  await userEvent.keyboard('{Enter}');
  await expect.element(name(2)).toHaveFocus();
  await expect.poll(() => sent).toEqual([{ case: 2, answer: 'positive' }]);
  await expect.element(screen.getByText(/1 of 2 right/)).toBeVisible();
});

// Covers: practice-1
test('a case that was not loaded, or an answer that was not saved, is tried again by Retry', async () => {
  recordBodies(readPractice, failure(500), { answers: [] });
  const sent = recordBodies(answerPractice, failure(503), success('Stored.'));
  const { screen } = await renderApp('/review/practice');
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Meera Joshi' })).toHaveFocus();
  await userEvent.keyboard('p');
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('As expected');
  const answered = { case: 1, answer: 'positive' };
  await expect.poll(() => sent).toEqual([answered, answered]);
});

// Covers: practice-1
test('after the last case each answer is next to the expected one, and practice can start again', async () => {
  answer(readPractice, {
    answers: cases.map((_, index) => ({ case: index + 1, answer: 'positive' as const })),
  });
  recordBodies(restartPractice, failure(503), success('Practice starts again.'));
  const { screen } = await renderApp('/review/practice');
  await expect.element(screen.getByText('4 of 10 answers are as expected.')).toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: /Kiran Patil/ }))
    .toMatchTextContent(/^Kiran PatilPositive(Expected: )?Send back$/);
  await screen.getByRole('button', { name: 'Start again' }).click();
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Meera Joshi' })).toHaveFocus();
});

const rest = cases.slice(1).map((_, index) => ({ case: index + 2, answer: 'negative' as const }));

// Covers: practice-1
test('the results fit a phone', async () => {
  await page.viewport(390, 844);
  answer(readPractice, { answers: [{ case: 1, answer: 'positive' as const }, ...rest] });
  const { screen } = await renderApp('/review/practice');
  const cell = screen.getByText('The same').first();
  await expect.element(cell).toBeVisible();
  expect(cell.element().getClientRects()).toHaveLength(1);
});
