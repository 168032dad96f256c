import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { listVerifications } from '@doorstep/contract/verifications';
import {
  listHeldVisits,
  setAsideHeldVisit,
  takeInVisitFile,
  useHeldVisit,
  type Visit,
} from '@doorstep/contract/visits/visit';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { whyHeld } from '../../../domain/visits/visit-words.ts';
import { listOf, recordBodies } from '../../../testing/answers.ts';
import { expectTexts } from '../../../testing/page/expect-texts.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { verificationRow } from '../../../testing/verifications.ts';
import { visitOf } from '../../../testing/visits.ts';

beforeEach(() => answer(listVerifications, listOf([verificationRow()])));

/** Simulates the server's list of held visits. A test may replace the visits in `held.now`. */
function hold(...visits: Visit[]) {
  const held = { now: visits };
  answer(listHeldVisits, () => listOf(held.now));
  return held;
}
const second = visitOf({ id: '9f0c1d5e-2f0a-4b8e-8a53-0c1f2e3d4b5a', applicant: 'Ravi Iyer' });

async function openHeld(...visits: Visit[]) {
  const held = hold(...visits);
  const { screen } = await renderApp('/verification');
  await screen.getByRole('button', { name: 'Settle' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Held Visits' });
  await expect.element(dialog).toBeVisible();
  const useFirst = () =>
    dialog
      .getByRole('button', { name: /^Use visit/ })
      .first()
      .click();
  const setAsideFirst = () =>
    dialog
      .getByRole('button', { name: /^Set aside/ })
      .first()
      .click();
  return { screen, dialog, held, useFirst, setAsideFirst };
}

// Covers: held-visits-7
test.each([
  ['holds no visits', bareFailure(404)],
  ['holds none just now', Response.json(listOf([]))],
])('shows nothing if a backend %s', async (_, reply) => {
  answer(listHeldVisits, reply);
  const { screen } = await renderApp('/verification');
  await expect.element(screen.getByRole('table', { name: 'Verifications' })).toBeVisible();
  await expect.element(screen.getByText(/held visit/)).not.toBeInTheDocument();
});

// Covers: held-visits-7
test('shows the number of held visits, and for each the reason and what the agent found', async () => {
  const { statement } = visitOf();
  const both = { neighbour2_name: 'Asif', neighbour2_feedback: 'Moved in June.' };
  const visit = visitOf({ photos_expected: 6, statement: { ...statement, ...both } });
  const { screen, dialog } = await openHeld(visit);
  await expect.element(screen.getByText('1 held visit is waiting')).toBeInTheDocument();
  await expect
    .element(
      dialog.getByText(
        'The task was given to Ravi Kumar on Mar 5, 2026, 9:00 AM, before this visit by Asha Verma arrived.',
      ),
    )
    .toBeVisible();
  for (const text of ['Met in person.', 'Hanuman temple']) {
    await expect.element(dialog.getByText(text)).toBeVisible();
  }
  for (const text of [
    'Neighbour 1Sushila Devi: Knows the family.',
    'Neighbour 2Asif: Moved in June.',
  ]) {
    await expect.element(dialog.getByText(text)).toBeVisible();
  }
  await expect.element(dialog.getByText('0 of 6 photos have arrived')).toBeVisible();
});

// Covers: held-visits-7
test.each([
  [{ colleague: null }, 'Asha Verma no longer had the task when this visit arrived.'],
  [
    { held_because: 'already_visited' },
    'Ravi Kumar visited the applicant on Mar 5, 2026, 9:00 AM, before this visit by Asha Verma arrived.',
  ],
  [
    { held_because: 'already_visited', colleague: null },
    'Asha Verma had already sent another visit before this visit arrived.',
  ],
  [
    { held_because: 'applicant_deleted', colleague: null },
    'The applicant was deleted before Asha Verma’s visit arrived.',
  ],
] as const)('says why a visit is held: %o', (fields, sentence) => {
  expect(whyHeld(visitOf(fields))).toBe(sentence);
});

// Covers: held-visits-12
test('shows no outcome for a visit without one', async () => {
  const { dialog } = await openHeld(visitOf({ outcome: null, arrived_at: null }));
  await expect.element(dialog.getByText('Visit Type')).toBeVisible();
  await expect.element(dialog.getByText('Outcome')).not.toBeInTheDocument();
  await expect.element(dialog.getByText('Met', { exact: true })).not.toBeInTheDocument();
});

// Covers: held-visits-2
test('shows the result of using a visit; the notice disappears with the last one', async () => {
  const { screen, dialog, held, useFirst } = await openHeld(visitOf());
  let sent: unknown;
  answer(useHeldVisit, ({ body, params }) => {
    sent = { body, id: params.id };
    held.now = [];
    return { success: true, message: 'The visit counts now.', verification_id: 502 };
  });
  await useFirst();
  const became = dialog.getByText('The visit counts now.');
  await expect.element(became).toBeVisible();
  await expect.element(became).toHaveFocus();
  await expect.poll(() => sent).toEqual({ id: visitOf().id, body: { note: '' } });
  await expect.element(screen.getByText('1 held visit')).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: /^Use visit/ })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await screen.getByRole('button', { name: 'Import a visit file' }).click();
  await expect.element(dialog.getByText('No held visits.')).toBeVisible();
});

// Covers: held-visits-13
test('keeps the place of a visit that a colleague settles, so that none moves under the pointer', async () => {
  const { dialog, held } = await openHeld(visitOf(), second);
  const use = dialog.getByRole('button', { name: 'Use visit to Ravi Iyer' });
  await expect.element(use).toBeInTheDocument();
  // Measures within the list, because the position on the screen changes while the dialog opens.
  const topOf = (part: 'ul' | 'li') => use.element().closest<HTMLElement>(part)?.offsetTop ?? 0;
  const top = () => topOf('li') - topOf('ul');
  const before = top();
  await dialog.getByLabelText('Note').first().fill('Typed in vain.');
  held.now = [second, visitOf({ id: `${visitOf().id.slice(0, -1)}9`, applicant: 'Kavya Nair' })];
  // Simulates a later return to the window, which fetches the data again.
  const later = Date.now() + 60_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  onTestFinished(() => clock.mockRestore());
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(dialog.getByText('This visit is no longer held.')).toHaveFocus();
  expect(top()).toBe(before);
  const names = dialog.getByRole('listitem').getByRole('heading', { level: 3 });
  await expectTexts(names, ['Meena Joshi', 'Ravi Iyer', 'Kavya Nair']);
});

// Covers: dialogs-7
test('asks before Escape discards a typed note, until its visit is settled', async () => {
  const { screen, dialog, held, setAsideFirst } = await openHeld(visitOf());
  answer(setAsideHeldVisit, () => {
    held.now = [];
    return { success: true, message: 'The visit was set aside.' };
  });
  await dialog.getByLabelText('Note').fill('Same findings');
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('Same findings');
  await setAsideFirst();
  await expect.element(dialog.getByText('The visit was set aside.')).toHaveFocus();
  await expect.element(screen.getByText('1 held visit')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

// Covers: dialogs-7
test('asks on the foot’s button too, and again for another note', async () => {
  const { dialog, held, setAsideFirst } = await openHeld(visitOf(), second);
  answer(setAsideHeldVisit, () => {
    held.now = [second];
    return { success: true, message: 'The visit was set aside.' };
  });
  await dialog.getByLabelText('Note').first().fill('Same findings');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(dialog.getByText('Close and lose what you changed?')).toBeVisible();
  await setAsideFirst();
  await expect.element(dialog.getByText('The visit was set aside.')).toHaveFocus();
  await dialog.getByLabelText('Note').last().click();
  await userEvent.keyboard('abc');
  await expect.element(dialog.getByLabelText('Note').last()).toHaveValue('abc');
  await expect
    .element(dialog.getByText('Close and lose what you changed?'))
    .not.toBeInTheDocument();
});

test('takes no focus from another note when a visit is settled', async () => {
  const { dialog, held, useFirst } = await openHeld(visitOf(), second);
  const { promise, resolve } = Promise.withResolvers<void>();
  answer(useHeldVisit, async () => {
    await promise;
    held.now = [second];
    return { success: true, message: 'The visit counts now.', verification_id: 7 };
  });
  await useFirst();
  const note = dialog.getByLabelText('Note').last();
  await note.click();
  resolve();
  await expect.element(dialog.getByText('The visit counts now.')).toBeVisible();
  await expect.element(note).toHaveFocus();
});

test('does not report a failure if the answer was lost but the visit is settled', async () => {
  const { dialog, held, useFirst } = await openHeld(visitOf());
  answer(useHeldVisit, () => {
    held.now = [];
    return noConnection();
  });
  await useFirst();
  await expect.element(dialog.getByText('This visit is no longer held.')).toBeVisible();
});

const visitFile = () => new File([new Uint8Array(20_000)], 'visit-7.doorstep');

// Covers: held-visits-11
test('imports a file even if no visit is held, and keeps the result or the error visible', async () => {
  const held = hold();
  const names: string[] = [];
  answer(takeInVisitFile, async ({ request }) => {
    names.push(((await request.formData()).get('file') as File).name);
    if (names.length === 1) return failure(400, { message: 'This file is damaged or incomplete.' });
    held.now = [visitOf()];
    return { success: true, message: 'Imported the visit.', visit_id: visitOf().id, state: 'held' };
  });
  const { screen } = await renderApp('/verification');
  await screen.getByRole('button', { name: 'Import a visit file' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Held Visits' });
  await expect.element(dialog.getByText('No held visits.')).toBeVisible();
  const take = () => userEvent.upload(dialog.getByLabelText('Visit file'), visitFile());

  await take();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('This file is damaged or incomplete.');
  await take();
  await expect.element(dialog.getByText('Imported the visit.')).toBeVisible();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: /^Use visit/ })).toBeVisible();
  await expect.poll(() => names).toEqual(['visit-7.doorstep', 'visit-7.doorstep']);
});

const taken = { success: true, visit_id: visitOf().id, state: 'held' };

// Covers: held-visits-11
test.each([
  ['Imported the visit of Asha Verma.', (message: string) => Response.json({ ...taken, message })],
  ['This file is damaged or incomplete.', (message: string) => failure(400, { message })],
])('shows the result of an imported file after leaving the dialog: %s', async (message, reply) => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  hold();
  answer(takeInVisitFile, () => promise);
  const { screen } = await renderApp('/verification?held=true');
  const dialog = screen.getByRole('dialog', { name: 'Held Visits' });
  await userEvent.upload(dialog.getByLabelText('Visit file'), visitFile());
  await expect.element(dialog.getByRole('progressbar')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  resolve(reply(message));
  await expect.element(screen.getByText(message)).toBeVisible();
});

// Covers: held-visits-4
test('asks for a note before setting aside', async () => {
  const { dialog, setAsideFirst } = await openHeld(visitOf());
  const message = 'The visit was set aside.';
  const sent = recordBodies(setAsideHeldVisit, { success: true, message });
  await setAsideFirst();
  await expect.element(dialog.getByText('Write why the visit is set aside.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Note')).toHaveFocus();
  await expect.poll(() => sent).toEqual([]);
  await dialog.getByLabelText('Note').fill(' Same findings ');
  await setAsideFirst();
  await expect.poll(() => sent).toEqual([{ note: 'Same findings' }]);
});

// Covers: held-visits-5
test('tells the second admin who settled it', async () => {
  const { dialog, useFirst } = await openHeld(visitOf());
  answer(
    useHeldVisit,
    failure(409, { code: 'already_settled', message: 'Meera Rao already used this visit.' }),
  );
  await useFirst();
  await expect.element(dialog.getByText('Meera Rao already used this visit.')).toBeVisible();
});
