import { portfolioSummary } from '@doorstep/contract/portfolio';
import { listReportVersions } from '@doorstep/contract/reports/versions';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { CheckAgain } from './features/evidence/CheckAgain.tsx';
import { applyConfig } from './lib/config.ts';
import { listOf } from './testing/answers.ts';
import { renderApp } from './testing/render-app.tsx';
import { verificationOf, verificationRow } from './testing/verifications.ts';

// The browser's time zone in these tests is India's. The provider's is fourteen hours ahead of UTC.
beforeEach(() => applyConfig({ timeZone: 'Pacific/Kiritimati' }));
afterEach(() => {
  applyConfig({});
  vi.useRealTimers();
});

const at = '2026-03-05T11:00:00.000Z';

function stopClockAt(moment: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
}

// Covers: formats-5
test('shows a list in the provider’s time', async () => {
  answer(listVerifications, {
    results: [verificationRow({ submitted_at: at })],
    count: 1,
    next: null,
    previous: null,
  });
  const { screen } = await renderApp('/verification');
  await expect.element(screen.getByText('Mar 6, 2026, 1:00 AM')).toBeVisible();
});

// Covers: formats-5
test('puts the provider’s day of the visit into the report form', async () => {
  answer(listVerifications, listOf([]));
  answer(getVerification, verificationOf({ submitted_at: at }));
  answer(listReportVersions, failure(404));
  const { screen } = await renderApp('/verification?form=501');
  await expect.element(screen.getByLabelText('Date & Time of Visit')).toHaveValue('06-03-2026');
});

// Covers: formats-5, portfolio-summary-5
test('starts the summary with the seven days that end on the provider’s day', async () => {
  stopClockAt(at);
  const asked: unknown[] = [];
  answer(portfolioSummary, ({ query }) => {
    asked.push(query);
    return { success: true, data: [] };
  });
  const { screen } = await renderApp('/portfolio-summary');
  const week = screen.getByRole('button', { name: 'Last 7 days' });
  await expect.element(week).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => asked[0]).toEqual({ start_date: '2026-02-28', end_date: '2026-03-06' });
});

// Covers: formats-5
test('starts the command for checking again on the provider’s day', async () => {
  stopClockAt(at);
  const screen = await render(<CheckAgain days={30} />);
  await expect.element(screen.getByText('npm run recheck -- --since 2026-02-04')).toBeVisible();
});

// Covers: formats-5
test('uses the PC’s clock for the greeting only', async () => {
  stopClockAt(at);
  const { screen } = await renderApp('/home');
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toMatchTextContent(/^Good afternoon,/);
});
