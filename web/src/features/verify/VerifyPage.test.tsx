import { type VerifiedReport, verifyReport } from '@doorstep/contract/reports/versions';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectTerms } from '../../testing/page/expect-texts.ts';
import { renderApp, superAdmin } from '../../testing/render-app.tsx';

afterEach(() => vi.unstubAllGlobals());

const pdf = new File(['%PDF-1.7 a report'], 'report.pdf', { type: 'application/pdf' });
const code = 'K7QM-2XWD-9FTA';

async function reportOf(more: Partial<VerifiedReport> = {}): Promise<VerifiedReport> {
  const digest = await crypto.subtle.digest('SHA-256', await pdf.arrayBuffer());
  const bytes = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return {
    ...{ code, agency: 'Sahyadri', created_at: '2026-03-05T05:00:00.000Z', version: 2, pages: 4 },
    ...{ template: 'residence', admin_decision: 'positive', sha256: bytes.join('') },
    ...{ bytes: pdf.size, is_signed: true, is_superseded: false },
    ...more,
  };
}

async function open(more: Partial<VerifiedReport> = {}) {
  answer(verifyReport, await reportOf(more));
  const app = await renderApp(`/verify/${code}`, null);
  const compare = (file: File) => userEvent.upload(app.screen.getByLabelText(/Choose/), file);
  await expect.element(app.screen.getByText('The report as issued')).toBeVisible();
  return { ...app, compare };
}

test.each([
  ['a stranger', null],
  ['an admin', superAdmin],
])('lets %s enter a printed code', async (_, user) => {
  answer(verifyReport, await reportOf());
  const { screen, address } = await renderApp('/verify', user);
  await expect.element(screen.getByRole('heading', { name: 'Check a report' })).toBeVisible();
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
  const field = screen.getByLabelText('Code of the report');
  await field.fill('K7QM');
  await pressAndSee('Check', screen.getByText(/12 letters and digits/));
  await expect.element(field).toHaveFocus();
  await field.fill('k7qm 2xwd 9fta');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`/verify/${code}`);
  await expect.element(screen.getByText('Sahyadri made a report with this code.')).toBeVisible();
});

test('shows the report for a code in the address, and skips no heading level', async () => {
  const { screen } = await open();
  const headings = () => screen.getByRole('heading').elements();
  await expect.poll(() => headings().map(({ tagName }) => tagName)).toEqual(['H1', 'H2', 'H2']);
  await expectTerms(screen, [
    ['Made', 'Mar 5, 2026, 10:30 AM'],
    ['Decision', 'Positive'],
    ['Form', 'Residence verification'],
    ['Version', '2'],
    ['Pages', '4'],
    ['Size', '17 bytes'],
    ['Digital signature', 'In the file'],
    ['SHA-256', (await reportOf()).sha256],
  ]);
});

test('accepts the issued file as genuine, and rejects one changed byte', async () => {
  const { screen, compare } = await open();
  await compare(pdf);
  await expect.element(screen.getByText(/^Genuine/)).toBeVisible();
  await compare(new File(['%PDF-1.7 A report'], 'report.pdf'));
  await expect.element(screen.getByRole('alert').getByText(/^Not the same/)).toBeVisible();
  await compare(new File(['%PDF-1.7 a report and more'], 'report.pdf'));
  await expect.element(screen.getByRole('alert').getByText(/^Not the same/)).toBeVisible();
});

test('accepts a file dropped anywhere', async () => {
  const { screen } = await open();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(pdf);
  document.body.dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
  );
  await expect.element(screen.getByText(/^Genuine/)).toBeVisible();
});

test('says that an older version was replaced', async () => {
  const { screen, compare } = await open({ is_superseded: true });
  await expect.element(screen.getByText(/replaced by a later version/)).toBeVisible();
  await compare(pdf);
  await expect.element(screen.getByText(/A later version has replaced this report/)).toBeVisible();
});

test('says what to do if the browser can’t hash', async () => {
  const { screen, compare } = await open();
  vi.stubGlobal('crypto', { ...crypto, subtle: undefined });
  await compare(pdf);
  await expect.element(screen.getByText(/Open this page over https/)).toBeVisible();
});

test('distinguishes an unknown code from a failure', async () => {
  answer(verifyReport, failure(404));
  const { screen } = await renderApp(`/verify/${code}`, null);
  const unknown = screen.getByRole('alert').getByText('No report has this code.');
  await expect.element(unknown).toBeVisible();

  answer(verifyReport, noConnection());
  await renderApp('/verify/0000-0000-0000', null);
  await expect.element(screen.getByText('Couldn’t check the code').last()).toBeVisible();
});
