import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { database } from '../../lib/db/database.ts';
import { readDraft } from '../../lib/visit/draft.ts';
import { anil, beginVisit, fixOf, keepPhoto, openPhone, sunita } from '../../testing/day.ts';

afterEach(() => history.replaceState(null, '', '/'));

const openAt = (address: string) => {
  history.replaceState(null, '', `/field${address}`);
  return render(<App />);
};

test('a locked door asks for a photo of it and when to try again, and nothing else', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { fixes: [fixOf(12)] });
  const screen = await openAt(`/visit/${visitId}/found`);
  await screen.getByRole('button', { name: 'Locked' }).click();
  await expect.element(screen.getByRole('button', { name: 'Take: Door' })).toBeVisible();
  await keepPhoto(visitId, 'door');
  await screen.getByRole('button', { name: 'Next' }).click();
  await screen.getByRole('button', { name: 'Tomorrow morning' }).click();
  await screen.getByRole('button', { name: 'Finish' }).click();

  await expect
    .element(screen.getByRole('heading', { name: 'Kept safe on this phone' }))
    .toBeVisible();
  const [queued] = await (await database()).getAll('outbox');
  expect(queued).toMatchObject({ visitId, taskId: task.id, isFinal: false });
});

test('a last try goes on to the questions of its outcome, one after the other', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'untraceable', fixes: [fixOf(12)] });
  await keepPhoto(visitId, 'street');
  await keepPhoto(visitId, 'agent');
  const screen = await openAt(`/visit/${visitId}/again`);
  await screen.getByRole('button', { name: 'No, this was the last try' }).click();
  await expect.element(screen.getByText(/^1 of/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'How far did you get?' })).toHaveFocus();
  await screen.getByRole('textbox').fill('The end of Lake Road');
  await screen.getByRole('button', { name: 'Next' }).click();
  await expect.element(screen.getByText(/^2 of/)).toBeVisible();

  const draft = await readDraft(visitId);
  expect(draft).toMatchObject({ isFinal: true, tryAgainAt: null, observation: 'negative' });
  expect(draft?.findings.verification_address).toBe('The end of Lake Road');
});

test('one tap answers and goes on; Back shows what was answered', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/1`);
  await screen.getByRole('button', { name: 'Yes' }).click();
  await expect.element(screen.getByText(/^2 of/)).toBeVisible();
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect
    .element(screen.getByRole('button', { name: 'Yes' }))
    .toHaveAttribute('aria-pressed', 'true');
  expect((await readDraft(visitId))?.facts).toEqual({ addressConfirmed: 'Yes' });
});

test('a photo that can not be taken is left out for a reason', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/photos`);
  await screen.getByRole('button', { name: "Can't take one of these" }).click();
  await screen.getByRole('button', { name: 'Name plate' }).click();
  await screen.getByRole('button', { name: 'Not there to be seen' }).click();
  await expect.element(screen.getByText('Not taken: Not there to be seen')).toBeVisible();
  expect((await readDraft(visitId))?.skipped).toEqual([
    { shows: 'nameplate', reason: 'not_visible' },
  ]);
});

test('the summary leads to what is lacking before it lets the visit finish', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true, fixes: [fixOf(12)] });
  for (const shows of ['door', 'nameplate', 'person', 'agent', 'street'] as const) {
    await keepPhoto(visitId, shows);
  }
  const screen = await openAt(`/visit/${visitId}/summary`);
  await expect.element(screen.getByRole('heading', { name: 'Almost ready' })).toBeVisible();
  await screen
    .getByRole('button', { name: /^What do you think/ })
    .last()
    .click();
  await screen.getByRole('button', { name: /^Positive/ }).click();
  await screen.getByRole('button', { name: 'Next' }).click();
  await screen.getByRole('button', { name: 'Finish visit' }).click();
  await expect.element(screen.getByText('Anil Sharma, 5 photos')).toBeVisible();
  expect(await (await database()).count('drafts')).toBe(0);
});

test('a visit that was sent back for a photo asks for that photo, and no questions', async () => {
  const task = sunita();
  await openPhone([task]);
  const visitId = await beginVisit(task, { fixes: [fixOf(12)] });
  const screen = await openAt(`/visit/${visitId}/found`);
  await screen.getByRole('button', { name: 'Met someone' }).click();
  await expect.element(screen.getByRole('button', { name: 'Take: Name plate' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Take: Door' })).not.toBeInTheDocument();
  await keepPhoto(visitId, 'nameplate');
  await screen.getByRole('button', { name: 'Next' }).click();
  await expect.element(screen.getByRole('heading', { name: 'What do you think?' })).toBeVisible();
});
