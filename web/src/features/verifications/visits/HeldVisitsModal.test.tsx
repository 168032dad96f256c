import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { listVerifications } from '@doorstep/contract/verifications';
import {
  listHeldVisits,
  setAsideHeldVisit,
  takeInVisitFile,
  useHeldVisit,
  type Visit,
} from '@doorstep/contract/visits/office';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { whyHeld } from '../../../domain/visits/visit-words.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { verificationRow } from '../../../testing/verifications.ts';
import { visitOf } from '../../../testing/visits.ts';

const page = (...results: Visit[]) => ({
  results,
  count: results.length,
  next: null,
  previous: null,
});

beforeEach(() => {
  answer(listVerifications, { results: [verificationRow()], count: 1, next: null, previous: null });
});

async function openHeld() {
  const app = await renderApp('/verification');
  await app.screen.getByRole('button', { name: 'Settle' }).click();
  const dialog = app.screen.getByRole('dialog', { name: 'Held Visits' });
  await expect.element(dialog).toBeVisible();
  return { ...app, dialog };
}

// Covers: held-visits-7
test.each([
  ['holds no visits', bareFailure(404)],
  ['holds none just now', page()],
])('a backend that %s shows nothing of them', async (_, reply) => {
  answer(listHeldVisits, reply);
  const { screen } = await renderApp('/verification');
  await expect.element(screen.getByRole('table', { name: 'Verifications' })).toBeVisible();
  await expect.element(screen.getByText(/held visit/)).not.toBeInTheDocument();
});

// Covers: held-visits-7
test('the page says how many are held; each says why in a sentence, and what the agent found', async () => {
  answer(listHeldVisits, page(visitOf({ photos_expected: 6 })));
  const { screen, dialog } = await openHeld();
  await expect.element(screen.getByText('1 held visit', { exact: true })).toBeInTheDocument();
  await expect
    .element(
      dialog.getByText(
        'Given to Ravi Kumar on Mar 5, 2026, 9:00 AM, before this visit by Asha Verma arrived.',
      ),
    )
    .toBeVisible();
  for (const text of ['Met in person.', 'Hanuman temple', 'Sushila Devi: Knows the family.']) {
    await expect.element(dialog.getByText(text)).toBeVisible();
  }
  await expect.element(dialog.getByText('0 of 6 photos have arrived')).toBeVisible();
});

// Covers: held-visits-7
test.each([
  [visitOf({ colleague: null }), 'No longer given to Asha Verma when this visit arrived.'],
  [
    visitOf({ held_because: 'already_visited' }),
    'Visited by Ravi Kumar on Mar 5, 2026, 9:00 AM, before this visit by Asha Verma arrived.',
  ],
  [
    visitOf({ held_because: 'already_visited', colleague: null }),
    'Visited by Asha Verma already, before this visit arrived.',
  ],
  [
    visitOf({ held_because: 'applicant_deleted', colleague: null }),
    'The applicant was deleted before this visit by Asha Verma arrived.',
  ],
])('why a visit is held: %#', (visit, sentence) => {
  expect(whyHeld(visit)).toBe(sentence);
});

// Covers: held-visits-2
test('a visit that is used goes from the list, and the notice with the last', async () => {
  let held = [visitOf()];
  let sent: unknown;
  answer(listHeldVisits, () => page(...held));
  answer(useHeldVisit, ({ body, params }) => {
    sent = { body, id: params.id };
    held = [];
    return {
      success: true,
      message: 'The visit counts now, as verification 502.',
      verification_id: 502,
    };
  });
  const { screen, dialog } = await openHeld();
  await dialog.getByRole('button', { name: /^Use it/ }).click();
  await expect.element(dialog.getByText('No held visits.')).toBeVisible();
  expect(sent).toEqual({ id: visitOf().id, body: { note: '' } });
  await expect
    .element(screen.getByText('The visit counts now, as verification 502.'))
    .toBeInTheDocument();
  await expect.element(screen.getByText('1 held visit')).not.toBeInTheDocument();
});

// Covers: held-visits-4
test('setting aside asks for a note first', async () => {
  let sent: unknown;
  answer(listHeldVisits, page(visitOf()));
  answer(setAsideHeldVisit, ({ body }) => {
    sent = body;
    return { success: true, message: 'The visit was set aside.' };
  });
  const { dialog } = await openHeld();
  await dialog.getByRole('button', { name: /^Set aside/ }).click();
  await expect.element(dialog.getByText('Say why the visit is set aside.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Note')).toHaveFocus();
  expect(sent).toBeUndefined();
  await dialog.getByLabelText('Note').fill(' Same findings ');
  await dialog.getByRole('button', { name: /^Set aside/ }).click();
  await expect.poll(() => sent).toEqual({ note: 'Same findings' });
});

// Covers: held-visits-5
test('who comes second is told who settled it', async () => {
  answer(listHeldVisits, page(visitOf()));
  answer(
    useHeldVisit,
    failure(409, { code: 'already_settled', message: 'Meera Rao already used this visit.' }),
  );
  const { dialog } = await openHeld();
  await dialog.getByRole('button', { name: /^Use it/ }).click();
  await expect.element(dialog.getByText('Meera Rao already used this visit.')).toBeVisible();
});

// Covers: held-visits-11
test('a file is taken in where no visit is held too; what became of it stays, and so does why it could not be', async () => {
  let held: Visit[] = [];
  let isRefused = true;
  const names: string[] = [];
  answer(listHeldVisits, () => page(...held));
  answer(takeInVisitFile, async ({ request }) => {
    names.push(((await request.formData()).get('file') as File).name);
    if (isRefused) return failure(400, { message: 'This file is damaged or not whole.' });
    held = [visitOf()];
    return {
      success: true,
      message: 'Taken in: the visit of Asha Verma to Meena Joshi. It is held: …',
      visit_id: visitOf().id,
      state: 'held',
    };
  });
  const { screen } = await renderApp('/verification');
  await screen.getByRole('button', { name: 'Take in the file of a visit' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Held Visits' });
  await expect.element(dialog.getByText('No held visits.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Take in a file' })).toBeVisible();
  const take = () =>
    userEvent.upload(
      dialog.getByLabelText('The file of a visit'),
      new File([new Uint8Array(20_000)], 'visit-7.doorstep'),
    );

  await take();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('This file is damaged or not whole.');
  isRefused = false;
  await take();
  await expect
    .element(dialog.getByText(/^Taken in: the visit of Asha Verma to Meena Joshi/))
    .toBeVisible();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  // It is in the list of those that wait.
  await expect.element(dialog.getByRole('button', { name: /^Use it/ })).toBeVisible();
  expect(names).toEqual(['visit-7.doorstep', 'visit-7.doorstep']);
});
