import { generatePdf } from '@doorstep/contract/reports';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import {
  decideVerification,
  getVerification,
  listVerifications,
} from '@doorstep/contract/verifications';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { applyConfig } from '../lib/config.ts';
import { expectShownBy } from '../testing/page/expect-shown-by.ts';
import { holdTimeouts } from '../testing/page/page-clock.ts';
import { typeInstantly } from '../testing/page/type-instantly.ts';
import { renderApp } from '../testing/render-app.tsx';
import { verificationOf, verificationRow } from '../testing/verifications.ts';

const page = (results = [verificationRow()], count = results.length) => ({
  results,
  count,
  next: null,
  previous: null,
});

// Covers: verifications-1
test('lists verifications with their columns, badges and a missing application id', async () => {
  answer(
    listVerifications,
    page([
      verificationRow(),
      verificationRow({
        verification_id: 500,
        applicant: 'Kavya Nair',
        applicant_ids: '',
        overall_observation: 'negative',
        admin_decision: 'negative',
      }),
      verificationRow({
        verification_id: 499,
        applicant: 'Odd One',
        admin_decision: 'on hold' as 'pending',
      }),
    ]),
  );
  const { screen } = await renderApp('/verification');
  for (const header of [
    'Sr. No.',
    'Applicant Name',
    'Agent Name',
    'Application ID',
    'Verification ID',
    'Observation',
    'Admin Decision',
    'Submitted At',
    'Actions',
  ]) {
    await expect.element(screen.getByRole('columnheader', { name: header })).toBeVisible();
  }
  const row = (name: string) => screen.getByRole('row').filter({ hasText: name });
  await expect.element(row('रमेश')).toMatchTextContent(/Approved.*Pending.*Mar 5, 2026/);
  await expect.element(row('Kavya')).toMatchTextContent(/N\/A.*Rejected.*Negative/);
  await expect.element(row('Odd One')).toMatchTextContent(/Unknown/);
});

// Covers: verifications-6
test('shows loading and failure texts, with Retry', async () => {
  let fails = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer(listVerifications, async () => {
    await held;
    return fails ? failure(500, { message: 'Down for a moment.' }) : page();
  });
  const { screen } = await renderApp('/verification');
  await expect.element(screen.getByText('Loading verifications data...')).toBeInTheDocument();
  release();
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
    return query.admin_decision === 'negative' ? page([]) : page();
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
    return page();
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
  answer(listVerifications, page(all));
  const { screen } = await renderApp('/verification?decision=positive&page=2');
  await expect.element(screen.getByText('Person 11')).toBeVisible();
  await expect.element(screen.getByText('Person 12')).toBeVisible();
  await expect.element(screen.getByRole('row')).toHaveLength(3);
  await expect.element(screen.getByText('11–12')).toBeVisible();
});

// Covers: verifications-16
test('opens a linked record with every section, and closes it on Back', async () => {
  answer(listVerifications, page());
  answer(getVerification, verificationOf());
  const { screen, router } = await renderApp('/verification');
  await screen.getByRole('button', { name: /^View/ }).click();
  const dialog = screen.getByRole('dialog');
  for (const title of [
    'Verification Details',
    'Applicant Information',
    'Agent Details',
    'Images (2)',
  ]) {
    await expect.element(dialog.getByRole('heading', { name: title })).toBeInTheDocument();
  }
  await expect.element(dialog.getByText('Admin Review Details')).not.toBeInTheDocument();
  await expect.element(dialog.getByText('Knows the family well.')).toBeInTheDocument();
  await expect.element(dialog.getByText('18.5204')).toBeInTheDocument();
  await expect.element(dialog.getByRole('img', { name: /^Photo/ })).toHaveLength(2);
  router.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
});

// Covers: verifications-8
test('shows that a record can’t be fetched, with Retry', async () => {
  answer(listVerifications, page());
  answer(getVerification, bareFailure(500));
  const { screen } = await renderApp('/verification?view=501');
  await expect.element(screen.getByText('Failed to fetch verification details')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

// Covers: verifications-19
test('requests Download PDF by application and visit type, and alerts on failure', async () => {
  answer(listVerifications, page());
  answer(getVerification, verificationOf());
  let asked: unknown;
  answer(generatePdf, ({ body }: { body: unknown }) => {
    asked = body;
    return bareFailure(500);
  });
  const { screen } = await renderApp('/verification?view=501');
  await screen.getByRole('button', { name: 'Download PDF', exact: true }).click();
  await expect
    .element(screen.getByText('Failed to download PDF. Please try again later.'))
    .toBeVisible();
  await expect
    .poll(() => asked)
    .toEqual({
      application_id: 'HL-1',
      template_type: 'RESIDENCE',
      applicant_id: 10001,
    });
  await screen.getByRole('button', { name: 'OK' }).click();
  await expect.element(screen.getByText('Failed to download PDF')).not.toBeInTheDocument();
});

// Covers: deciding-2
test('requires a decision; shows the message after storing it, and closes', async () => {
  let decided = false;
  answer(listVerifications, () =>
    page([verificationRow({ admin_decision: decided ? 'negative' : 'pending' })]),
  );
  answer(getVerification, verificationOf());
  answer(decideVerification, () => {
    decided = true;
    return { success: true as const, message: 'Decision updated to negative.' };
  });
  const { screen } = await renderApp('/verification');
  await screen.getByRole('button', { name: /^Edit decision/ }).click();
  const dialog = screen.getByRole('dialog', { name: 'Update Admin Decision' });
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect.element(dialog.getByText('Please select a decision')).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: 'Positive' })).toHaveFocus();
  await dialog.getByText('Negative', { exact: true }).click();
  await expect.element(dialog.getByText('Please select a decision')).not.toBeInTheDocument();
  holdTimeouts();
  await expectShownBy(
    dialog.getByRole('button', { name: 'Update' }).click(),
    dialog.getByText('Decision updated to negative.'),
  );
  vi.advanceTimersByTime(2_000);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('row').filter({ hasText: 'रमेश' }))
    .toMatchTextContent(/Negative/);
});

test('leads from Cancel to the present list after a decision whose answer was lost', async () => {
  let decided = false;
  answer(listVerifications, () =>
    page([verificationRow({ admin_decision: decided ? 'negative' : 'pending' })]),
  );
  answer(getVerification, verificationOf());
  answer(decideVerification, () => {
    decided = true;
    return noConnection();
  });
  const { screen } = await renderApp('/verification');
  await screen.getByRole('button', { name: /^Edit decision/ }).click();
  const dialog = screen.getByRole('dialog', { name: 'Update Admin Decision' });
  await dialog.getByText('Negative', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect.element(dialog.getByText(/^No response from server/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .element(screen.getByRole('row').filter({ hasText: 'रमेश' }))
    .toMatchTextContent(/Negative/);
});

// Covers: dialogs-7
test('does not lose typed notes on Escape or a click outside', async () => {
  answer(listVerifications, page());
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
    page([
      verificationRow({
        verification_id: 500,
        applicant: 'Kavya Nair',
        admin_decision: 'positive',
      }),
      verificationRow({ verification_id: 499, applicant: 'Asha Rao', admin_decision: 'positive' }),
      verificationRow({ verification_id: 498, applicant: 'Ravi Iyer' }),
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
