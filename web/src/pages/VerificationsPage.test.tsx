import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import {
  decideVerification,
  getVerification,
  listVerifications,
} from '@doorstep/contract/verifications';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { applyConfig } from '../lib/config.ts';
import { listOf } from '../testing/answers.ts';
import { expectShownBy } from '../testing/page/expect-shown-by.ts';
import { expectTexts } from '../testing/page/expect-texts.ts';
import { holdTimeouts } from '../testing/page/page-clock.ts';
import { typeInstantly } from '../testing/page/type-instantly.ts';
import { renderApp } from '../testing/render-app.tsx';
import { verificationOf, verificationRow } from '../testing/verifications.ts';

// Covers: verifications-1, verifications-2
test('lists verifications with their columns, badges and a missing application id', async () => {
  answer(
    listVerifications,
    listOf([
      verificationRow({ admin_decision: undefined as never }),
      verificationRow({
        ...{ verification_id: 500, applicant: 'Kavya Nair', applicant_ids: '' },
        ...{ overall_observation: 'negative', admin_decision: 'negative' },
      }),
      verificationRow({
        ...{ verification_id: 499, applicant: 'Odd One', admin_decision: 'on hold' as never },
      }),
    ]),
  );
  const { screen } = await renderApp('/verification');
  await expectTexts(screen.getByRole('columnheader'), [
    ...['Sr. No.', 'Applicant Name', 'Agent Name', 'Application ID', 'Verification ID'],
    ...['Observation', 'Admin Decision', 'Submitted At', 'Actions'],
  ]);
  const row = (name: string) => screen.getByRole('row').filter({ hasText: name });
  await expect.element(row('रमेश')).toMatchTextContent(/Approved.*Pending.*Mar 5, 2026/);
  await expect.element(row('Kavya')).toMatchTextContent(/N\/A.*Rejected.*Negative/);
  await expect.element(row('Odd One')).toMatchTextContent(/Unknown/);
});

// Covers: verifications-6
test('shows loading and failure texts, with Retry', async () => {
  let fails = true;
  const isShown = Promise.withResolvers<void>();
  answer(listVerifications, async () => {
    await isShown.promise;
    return fails ? failure(500, { message: 'Down for a moment.' }) : listOf([verificationRow()]);
  });
  const { screen } = await renderApp('/verification');
  await expect.element(screen.getByText('Loading verifications data...')).toBeInTheDocument();
  isShown.resolve();
  await expect
    .element(screen.getByText('Error loading verification data: Down for a moment.'))
    .toBeVisible();
  await expect.element(screen.getByText('req-1')).toBeVisible();
  fails = false;
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('Rekha Thomas')).toBeVisible();
});

// Covers: verifications-3, verifications-7
test('filters by decision, clears the filter on a second click, and says when nothing matches', async () => {
  const asked: Record<string, string>[] = [];
  answer(listVerifications, ({ query }) => {
    asked.push(query);
    return query.admin_decision === 'negative' ? listOf([]) : listOf([verificationRow()]);
  });
  const { screen, address } = await renderApp('/verification?page=2');
  const negative = screen.getByRole('button', { name: 'Negative', exact: true });
  await negative.click();
  await expect
    .element(screen.getByText('No verification data found matching your criteria.'))
    .toBeVisible();
  await expect.poll(address).toBe('/verification?decision=negative');
  await expect
    .poll(() => asked.at(-1))
    .toEqual({ page: '1', admin_decision: 'negative', fields: 'list' });
  await expect.element(negative).toHaveAttribute('aria-pressed', 'true');
  await negative.click();
  await expect.element(screen.getByText('Rekha Thomas')).toBeVisible();
  await expect.poll(address).toBe('/verification');
});

// Covers: verifications-4
test('searches after a pause in typing, from the first page', async () => {
  const asked: (string | undefined)[] = [];
  answer(listVerifications, ({ query }) => {
    asked.push(query.search);
    return listOf([verificationRow()]);
  });
  const { screen, address } = await renderApp('/verification');
  const box = screen.getByPlaceholder('Search by Name, Application ID, Verification ID or Agent');
  await expect.element(box).toBeVisible();
  typeInstantly(await box.findElement(), ' Sharma ');
  await expect.poll(address).toBe('/verification?search=Sharma');
  await expect.poll(() => asked.at(-1)).toBe('Sharma');
  await expect.poll(() => asked.filter((search) => search !== undefined)).toEqual(['Sharma']);
});

// Covers: verifications-5
test('filters and pages here if a backend sends everything', async () => {
  const all = Array.from({ length: 23 }, (_, index) =>
    verificationRow({
      verification_id: index + 1,
      applicant: `Person ${index + 1}`,
      admin_decision: index < 12 ? 'positive' : 'pending',
    }),
  );
  answer(listVerifications, listOf(all));
  const { screen } = await renderApp('/verification?decision=positive&page=2');
  await expect.element(screen.getByText('Person 11')).toBeVisible();
  await expect.element(screen.getByText('Person 12')).toBeVisible();
  await expect.element(screen.getByRole('row')).toHaveLength(3);
  await expect.element(screen.getByText('11–12')).toBeVisible();
});

// Covers: verifications-16
test('opens a record from its row, and closes it on Back', async () => {
  answer(listVerifications, listOf([verificationRow()]));
  answer(getVerification, verificationOf());
  const { screen, router } = await renderApp('/verification');
  await screen.getByRole('button', { name: /^View/ }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('heading', { name: 'Images (2)' })).toBeInTheDocument();
  await expect.element(dialog.getByRole('img', { name: /^Photo/ })).toHaveLength(2);
  router.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
});

/** Opens the decision dialog of a verification. A sent decision is stored, whatever `reply` returns. */
async function openDecision(reply: () => Response) {
  let decided = false;
  answer(listVerifications, () =>
    listOf([verificationRow({ admin_decision: decided ? 'negative' : 'pending' })]),
  );
  answer(getVerification, verificationOf());
  answer(decideVerification, () => {
    decided = true;
    return reply();
  });
  const { screen } = await renderApp('/verification');
  await screen.getByRole('button', { name: /^Edit decision/ }).click();
  return {
    dialog: screen.getByRole('dialog', { name: 'Update Admin Decision' }),
    row: screen.getByRole('row').filter({ hasText: 'रमेश' }),
  };
}

// Covers: deciding-2
test('requires a decision; shows the message after storing it, and closes', async () => {
  const message = 'Decision updated to negative.';
  const { dialog, row } = await openDecision(() => Response.json({ success: true, message }));
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect.element(dialog.getByText('Please select a decision')).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: 'Positive' })).toHaveFocus();
  await dialog.getByText('Negative', { exact: true }).click();
  await expect.element(dialog.getByText('Please select a decision')).not.toBeInTheDocument();
  holdTimeouts();
  await expectShownBy(
    dialog.getByRole('button', { name: 'Update' }).click(),
    dialog.getByText(message),
  );
  vi.advanceTimersByTime(2_000);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toMatchTextContent(/Negative/);
});

test('leads from Cancel to the present list after a decision whose answer was lost', async () => {
  const { dialog, row } = await openDecision(noConnection);
  await dialog.getByText('Negative', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Update' }).click();
  // The second text replaces the first text once another request of the page is answered.
  const failure = /^(No response from server|The connection is back)/;
  await expect.element(dialog.getByText(failure)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(row).toMatchTextContent(/Negative/);
});

// Covers: dialogs-7
test('does not lose typed notes on Escape or a click outside', async () => {
  answer(listVerifications, listOf([verificationRow()]));
  answer(getVerification, verificationOf());
  const { screen } = await renderApp('/verification?decide=501');
  const dialog = screen.getByRole('dialog', { name: 'Update Admin Decision' });
  await dialog.getByLabelText('Notes').fill('Met the mother alone.');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByText('Close and lose what you changed?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await userEvent.click(document.querySelector('.overlay') as Element, {
    position: { x: 5, y: 5 },
  });
  await expect.element(dialog.getByText('Close and lose what you changed?')).toBeVisible();
  await expect.element(dialog.getByLabelText('Notes')).toHaveValue('Met the mother alone.');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

// Covers: verifications-3, verifications-4
test('searches here if another backend neither pages nor filters, however few records it has', async () => {
  applyConfig({ apiBaseUrl: 'https://provider.example.test' });
  onTestFinished(() => applyConfig({}));
  answer(
    listVerifications,
    listOf([
      verificationRow({ applicant: 'Kavya Nair', admin_decision: 'positive' }),
      verificationRow({ verification_id: 500, applicant: 'Asha Rao', admin_decision: 'positive' }),
      verificationRow({ verification_id: 499, applicant: 'Ravi Iyer' }),
    ]),
  );
  const { screen, address } = await renderApp('/verification?decision=positive&page=2');
  const shown = () =>
    ['Kavya Nair', 'Asha Rao', 'Ravi Iyer'].filter(
      (name) => screen.getByRole('row').filter({ hasText: name }).elements().length > 0,
    );
  await expect.poll(shown).toEqual(['Kavya Nair', 'Asha Rao']);
  await expect.poll(address).toBe('/verification?decision=positive');
  await screen.getByRole('searchbox').fill('kavya');
  await expect.poll(shown).toEqual(['Kavya Nair']);
});
