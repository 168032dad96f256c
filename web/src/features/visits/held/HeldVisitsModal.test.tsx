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
])('shows nothing if a backend %s', async (_, reply) => {
  answer(listHeldVisits, reply);
  const { screen } = await renderApp('/verification');
  await expect.element(screen.getByRole('table', { name: 'Verifications' })).toBeVisible();
  await expect.element(screen.getByText(/held visit/)).not.toBeInTheDocument();
});

// Covers: held-visits-7
test('shows the number of held visits, and for each the reason and what the agent found', async () => {
  answer(listHeldVisits, page(visitOf({ photos_expected: 6 })));
  const { screen, dialog } = await openHeld();
  await expect.element(screen.getByText('1 held visit is waiting')).toBeInTheDocument();
  await expect
    .element(
      dialog.getByText(
        'The task was given to Ravi Kumar on Mar 5, 2026, 9:00 AM, before this visit by Asha Verma arrived.',
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
  [visitOf({ colleague: null }), 'Asha Verma no longer had the task when this visit arrived.'],
  [
    visitOf({ held_because: 'already_visited' }),
    'Ravi Kumar visited the applicant on Mar 5, 2026, 9:00 AM, before this visit by Asha Verma arrived.',
  ],
  [
    visitOf({ held_because: 'already_visited', colleague: null }),
    'Asha Verma had already sent another visit before this visit arrived.',
  ],
  [
    visitOf({ held_because: 'applicant_deleted', colleague: null }),
    'The applicant was deleted before this visit by Asha Verma arrived.',
  ],
])('says why a visit is held: %#', (visit, sentence) => {
  expect(whyHeld(visit)).toBe(sentence);
});

// Covers: held-visits-12
test('shows no outcome for a visit without one', async () => {
  answer(listHeldVisits, page(visitOf({ outcome: null, arrived_at: null })));
  const { dialog } = await openHeld();
  await expect.element(dialog.getByText('Visit Type')).toBeVisible();
  await expect.element(dialog.getByText('Outcome')).not.toBeInTheDocument();
  await expect.element(dialog.getByText('Met', { exact: true })).not.toBeInTheDocument();
});

// Covers: held-visits-2
test('shows the result of using a visit; the notice disappears with the last one', async () => {
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
  await dialog.getByRole('button', { name: /^Use visit/ }).click();
  const became = dialog.getByText('The visit counts now, as verification 502.');
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
  const [first, second] = [
    visitOf(),
    visitOf({ id: `${visitOf().id.slice(0, -1)}8`, applicant: 'Ravi Iyer' }),
  ];
  let held = [first, second];
  answer(listHeldVisits, () => page(...held));
  const { dialog } = await openHeld();
  const use = dialog.getByRole('button', { name: 'Use visit to Ravi Iyer' });
  await expect.element(use).toBeInTheDocument();
  // Measures within the list, because the position on the screen changes while the dialog opens.
  const topOf = (part: 'ul' | 'li') => use.element().closest<HTMLElement>(part)?.offsetTop ?? 0;
  const top = () => topOf('li') - topOf('ul');
  const before = top();
  await dialog.getByLabelText('Note').first().fill('Typed in vain.');
  held = [second, visitOf({ id: `${visitOf().id.slice(0, -1)}9`, applicant: 'Kavya Nair' })];
  // Simulates a later return to the window, which fetches the data again.
  const later = Date.now() + 60_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  onTestFinished(() => clock.mockRestore());
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(dialog.getByText('This visit is no longer held.')).toHaveFocus();
  expect(top()).toBe(before);
  const names = dialog.getByRole('listitem').getByRole('heading', { level: 3 });
  await expect
    .poll(() => names.elements().map((name) => name.textContent))
    .toEqual([...['Meena Joshi', 'Ravi Iyer', 'Kavya Nair']]);
});

// Covers: dialogs-7
test('asks before Escape discards a typed note, until its visit is settled', async () => {
  let held = [visitOf()];
  answer(listHeldVisits, () => page(...held));
  answer(setAsideHeldVisit, () => {
    held = [];
    return { success: true, message: 'The visit was set aside.' };
  });
  const { screen, dialog } = await openHeld();
  await dialog.getByLabelText('Note').fill('Same findings');
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('Same findings');
  await dialog.getByRole('button', { name: /^Set aside/ }).click();
  await expect.element(dialog.getByText('The visit was set aside.')).toHaveFocus();
  await expect.element(screen.getByText('1 held visit')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

// Covers: dialogs-7
test('asks on the foot’s button too, and again for another note', async () => {
  const second = { ...visitOf(), id: '9f0c1d5e-2f0a-4b8e-8a53-0c1f2e3d4b5a', applicant: 'Second' };
  let held = [visitOf(), second];
  answer(listHeldVisits, () => page(...held));
  answer(setAsideHeldVisit, () => {
    held = [second];
    return { success: true, message: 'The visit was set aside.' };
  });
  const { dialog } = await openHeld();
  await dialog.getByLabelText('Note').first().fill('Same findings');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(dialog.getByText('Close and lose what you changed?')).toBeVisible();
  await dialog
    .getByRole('button', { name: /^Set aside/ })
    .first()
    .click();
  await expect.element(dialog.getByText('The visit was set aside.')).toHaveFocus();
  await dialog.getByLabelText('Note').last().click();
  await userEvent.keyboard('abc');
  await expect.element(dialog.getByLabelText('Note').last()).toHaveValue('abc');
  await expect
    .element(dialog.getByText('Close and lose what you changed?'))
    .not.toBeInTheDocument();
});

test('takes no focus from another note when a visit is settled', async () => {
  const second = { ...visitOf(), id: '9f0c1d5e-2f0a-4b8e-8a53-0c1f2e3d4b5a', applicant: 'Second' };
  const { promise, resolve } = Promise.withResolvers<void>();
  let held = [visitOf(), second];
  answer(listHeldVisits, () => page(...held));
  answer(useHeldVisit, async () => {
    await promise;
    held = [second];
    return { success: true, message: 'The visit counts now.', verification_id: 7 };
  });
  const { dialog } = await openHeld();
  await dialog
    .getByRole('button', { name: /^Use visit/ })
    .first()
    .click();
  const note = dialog.getByLabelText('Note').last();
  await note.click();
  resolve();
  await expect.element(dialog.getByText('The visit counts now.')).toBeVisible();
  await expect.element(note).toHaveFocus();
});

test('does not report a failure if the answer was lost but the visit is settled', async () => {
  let held = [visitOf()];
  answer(listHeldVisits, () => page(...held));
  answer(useHeldVisit, () => {
    held = [];
    return noConnection();
  });
  const { dialog } = await openHeld();
  await dialog.getByRole('button', { name: /^Use visit/ }).click();
  await expect.element(dialog.getByText('This visit is no longer held.')).toBeVisible();
});

// Covers: held-visits-11
test.each([
  [true, 'Taken in: the visit of Asha Verma.'],
  [false, 'This file is damaged or incomplete.'],
])(
  'shows the result of an imported file in a toast after leaving the dialog: %s',
  async (isGood, message) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer(listHeldVisits, page());
    answer(takeInVisitFile, async () => {
      await promise;
      return isGood
        ? { success: true, message, visit_id: visitOf().id, state: 'held' }
        : failure(400, { message });
    });
    const { screen } = await renderApp('/verification?held=true');
    const dialog = screen.getByRole('dialog', { name: 'Held Visits' });
    await userEvent.upload(
      dialog.getByLabelText('Visit file'),
      new File([new Uint8Array(20_000)], 'visit-7.doorstep'),
    );
    await expect.element(dialog.getByRole('progressbar')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    resolve();
    await expect.element(screen.getByText(message)).toBeVisible();
  },
);

// Covers: held-visits-4
test('asks for a note before setting aside', async () => {
  let sent: unknown;
  answer(listHeldVisits, page(visitOf()));
  answer(setAsideHeldVisit, ({ body }) => {
    sent = body;
    return { success: true, message: 'The visit was set aside.' };
  });
  const { dialog } = await openHeld();
  await dialog.getByRole('button', { name: /^Set aside/ }).click();
  await expect.element(dialog.getByText('Write why the visit is set aside.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Note')).toHaveFocus();
  await expect.poll(() => sent).toBeUndefined();
  await dialog.getByLabelText('Note').fill(' Same findings ');
  await dialog.getByRole('button', { name: /^Set aside/ }).click();
  await expect.poll(() => sent).toEqual({ note: 'Same findings' });
});

// Covers: held-visits-5
test('tells the second admin who settled it', async () => {
  answer(listHeldVisits, page(visitOf()));
  answer(
    useHeldVisit,
    failure(409, { code: 'already_settled', message: 'Meera Rao already used this visit.' }),
  );
  const { dialog } = await openHeld();
  await dialog.getByRole('button', { name: /^Use visit/ }).click();
  await expect.element(dialog.getByText('Meera Rao already used this visit.')).toBeVisible();
});
