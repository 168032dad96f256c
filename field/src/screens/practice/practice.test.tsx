import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { database } from '../../lib/db/database.ts';
import { finishVisit } from '../../lib/visit/finish-visit.ts';
import { openPhone } from '../../testing/day.ts';
import { meStates } from '../../testing/me-states.ts';
import { openApp } from '../../testing/open-app.tsx';
import { showLanguage } from '../../words/language.ts';

const stored = async () => {
  const db = await database();
  return Promise.all((['drafts', 'outbox', 'photos'] as const).map((name) => db.count(name)));
};

// Covers: field-practice-1, field-practice-2
test('a practice visit tells what differs from the known answers, and never reaches a store', async () => {
  await openPhone();
  const screen = await openApp('/me');
  await screen.getByRole('link', { name: /^Practice/ }).click();
  await screen.getByRole('link', { name: /^Kavita Joshi/ }).click();
  await expect.element(screen.getByText(/opens the door of her flat/)).toBeVisible();
  await expect.element(screen.getByText('Practice: not saved, not sent')).toBeVisible();
  await pressAndSee('Met someone', screen.getByText('1 of 3'));
  await pressAndSee('Flat', screen.getByText('2 of 3'));
  await pressAndSee('Skip', screen.getByText('3 of 3'));
  await pressAndSee('Owned', screen.getByRole('heading', { name: 'What do you think?' }));
  await screen.getByRole('button', { name: /^Negative/ }).click();
  await pressAndSee('Next', screen.getByText('3 answers are different'));
  for (const [given, expected] of [
    ['no answer', 'Female'],
    ['Owned', 'Rented'],
    ['Negative', 'Positive'],
  ]) {
    const row = screen.getByRole('listitem').filter({ hasText: `You: ${given}` });
    await expect.element(row.getByText(`Expected: ${expected}`)).toBeVisible();
  }
  // The id of a practice visit is empty. No stored visit has this id, so nothing is finished or sent.
  await finishVisit('');
  expect(await stored()).toEqual([0, 0, 0]);

  await screen.getByRole('button', { name: 'Other visits' }).click();
  await screen.getByRole('link', { name: /^Imran Qureshi/ }).click();
  await pressAndSee('Locked', screen.getByText('1 of 2'));
  await pressAndSee('Yes', screen.getByText('2 of 2'));
  await pressAndSee('Name plate', screen.getByText('All as expected'));
  await expect.element(screen.getByText(/^You:/)).not.toBeInTheDocument();
  await pressAndSee('Try again', screen.getByRole('heading', { name: 'What did you find?' }));
  // If the outcome changes, the questions change too.
  await pressAndSee('Not safe', screen.getByText('1 answer is different'));
  await expect.element(screen.getByText('You: Not safe')).toBeVisible();
  expect(await stored()).toEqual([0, 0, 0]);
});

// Covers: field-practice-1
test('more visits are fetched, and told in the agent’s language', async () => {
  await openPhone();
  const screen = await openApp('/practice');
  await expect.poll(() => screen.getByRole('listitem').elements().length).toBe(10);
  await screen.getByRole('link', { name: /^Priya Menon/ }).click();
  await expect.element(screen.getByText(/left the company in January/)).toBeVisible();
  await pressAndSee('Met someone', screen.getByText('1 of 3'));
  await pressAndSee('Yes', screen.getByText('2 of 3'));
  await pressAndSee('Receptionist', screen.getByText('3 of 3'));
  await pressAndSee('No', screen.getByRole('heading', { name: 'What do you think?' }));
  await screen.getByRole('button', { name: /^Negative/ }).click();
  await pressAndSee('Next', screen.getByText('All as expected'));
  await expect.element(screen.getByText(/so the result is Negative/)).toBeVisible();
  await showLanguage('hi');
  await expect.element(screen.getByText(/इसलिए नतीजा नेगेटिव है/)).toBeVisible();
});

// Covers: calibration-5
test('an agent reads the own figures, and which stand on too few visits', async () => {
  const state = meStates.find(({ name }) => name === 'quality');
  const screen = await openApp(await state?.prepare());
  await expect.element(screen.getByText('0.71 (0.50 – 0.88) · 64 visits')).toBeVisible();
  await expect.element(screen.getByText('Too few · 9 visits')).toBeVisible();
  await expect.element(screen.getByText('9.0 min · 310 visits')).toBeVisible();
});
