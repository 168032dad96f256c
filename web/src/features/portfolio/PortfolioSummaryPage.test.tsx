import { type PortfolioRow, portfolioSummary } from '@doorstep/contract/portfolio';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { today } from '../../lib/format.ts';
import { expectTexts } from '../../testing/page/expect-texts.ts';
import { admin, renderApp } from '../../testing/render-app.tsx';
import { quickRanges } from './date-range.ts';

const gold: PortfolioRow = {
  ...{ portfolio_name: 'Sahyadri Gold Loans', allocated: 1200, visit_pending: 200 },
  ...{ visit_done: 1000, allocation_pending: 34, submitted: 400, total: 1234 },
};
const home: PortfolioRow = {
  ...{ portfolio_name: 'Axis Home', allocated: 3, visit_pending: 3, visit_done: 0 },
  ...{ allocation_pending: 0, submitted: 0, total: 3 },
};
const none = 'No portfolio summary data available for the selected date range.';
const march = '/portfolio-summary?start=2026-03-01&end=2026-03-05';
function atNoon() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T06:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
}
const bodyOf = (data: PortfolioRow[]) => ({ success: true as const, data });

function serve(rows: PortfolioRow[]) {
  const asked: string[] = [];
  answer(portfolioSummary, ({ query }) => {
    asked.push(`${query.start_date} ${query.end_date}`);
    return bodyOf(rows);
  });
  return asked;
}

// Covers: portfolio-summary-3
test('shows its columns, their sums, and a chart of the same numbers', async () => {
  serve([gold, home]);
  const { screen } = await renderApp(march, admin);
  const table = screen.getByRole('table', { name: 'Portfolio Summary' });
  await expect.element(table.getByText('Axis Home')).toBeVisible();
  await expectTexts(table.getByRole('columnheader'), [
    ...['Portfolio Name', 'Allocated', 'Visit Pending', 'Visit Done', 'Allocation Pending'],
    ...['Submitted', 'Total'],
  ]);
  await expectTexts(table.getByRole('cell'), [
    ...['Sahyadri Gold Loans', '1,200', '200', '1,000', '34', '400', '1,234'],
    ...['Axis Home', '3', '3', '0', '0', '0', '3'],
    ...['All portfolios', '1,203', '203', '1,000', '34', '400', '1,237'],
  ]);
  const chart = screen.getByRole('figure');
  for (const label of ['Allocation Pending', 'Visit Pending', 'Visit Done', 'Submitted']) {
    await expect.element(chart.getByText(label, { exact: true })).toBeVisible();
  }
  // In the table, Visit Done includes the 400 submitted applicants. In the chart, it does not (600).
  const drawn = [...chart.element().querySelectorAll('[data-tip]')];
  expect(drawn.map((part) => part.getAttribute('data-tip'))).toEqual([
    ...['Allocation Pending: 34', 'Visit Pending: 200', 'Visit Done: 600', 'Submitted: 400'],
    'Visit Pending: 3',
  ]);
  const shares = drawn.map((part) => part.querySelector('rect')?.getAttribute('width'));
  expect(shares).toEqual([34, 200, 600, 400, 3].map((count) => `${(count / 1_234) * 100}%`));
});

// Covers: portfolio-summary-1
test('fetches the typed dates on Apply, and stores them in the address', async () => {
  const asked = serve([gold]);
  const { screen, address } = await renderApp(march);
  const end = screen.getByRole('group', { name: 'End Date' });
  await end.getByRole('spinbutton', { name: /^day/ }).click();
  await userEvent.keyboard('09');
  await expect.poll(() => asked.at(-1)).toBe('2026-03-01 2026-03-05');
  await screen.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(address).toBe('/portfolio-summary?start=2026-03-01&end=2026-03-09');
  await expect.poll(() => asked.at(-1)).toBe('2026-03-01 2026-03-09');
  const before = asked.length;
  await screen.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => asked.length).toBe(before + 1);
});

// Covers: portfolio-summary-1
test('offers a calendar in which the start can’t pass the end', async () => {
  serve([gold]);
  const { screen, address } = await renderApp(march);
  await screen.getByRole('button', { name: 'Calendar Start Date' }).click();
  await expect
    .element(screen.getByRole('button', { name: /March 6, 2026/ }))
    .toHaveAttribute('aria-disabled', 'true');
  await screen.getByRole('button', { name: /March 4, 2026/ }).click();
  await screen.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(address).toBe('/portfolio-summary?start=2026-03-04&end=2026-03-05');
});

// Covers: portfolio-summary-1
test('reports a start after the end immediately, without fetching', async () => {
  const asked = serve([gold]);
  const { screen, address } = await renderApp(march);
  const start = screen.getByRole('group', { name: 'Start Date' });
  await start.getByRole('spinbutton', { name: /^day/ }).click();
  await userEvent.keyboard('09');
  await expect.element(screen.getByText('Start Date cannot be after End Date')).toBeVisible();
  const before = asked.length;
  await screen.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(address).toBe(march);
  await expect.poll(() => asked.length).toBe(before);
});

// Covers: portfolio-summary-2
test.each([
  ['start=2026-03-01', 'End Date is required'],
  ['end=2026-03-01', 'Start Date is required'],
  ['start=2026-03-05&end=2026-03-01', 'Start Date cannot be after End Date'],
])('asks for the missing part of an address with %s before fetching', async (query, text) => {
  const asked = serve([gold]);
  const { screen } = await renderApp(`/portfolio-summary?${query}`);
  await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(screen.getByText('Choose a Start Date and an End Date')).toBeVisible();
  await expect.poll(() => asked).toEqual([]);
});

test('applies a quick range immediately with the pickers following; Back returns', async () => {
  atNoon();
  const asked = serve([gold]);
  const { screen, address, router } = await renderApp(march);
  await expect.element(screen.getByText('All portfolios')).toBeVisible();
  await screen.getByRole('button', { name: 'Today' }).click();
  const { start, end } = quickRanges(today()).today;
  await expect.poll(address).toBe(`/portfolio-summary?start=${start}&end=${end}`);
  await expect.poll(() => asked.at(-1)).toBe(`${start} ${end}`);
  const day = screen
    .getByRole('group', { name: 'Start Date' })
    .getByRole('spinbutton', { name: /^day/ });
  await expect.element(day).toHaveTextContent(start.slice(-2));
  router.history.back();
  await expect.element(day).toHaveTextContent('01');
  await expect.poll(address).toBe(march);
});

// Covers: portfolio-summary-4
test('shows that it is loading, then that there is nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof bodyOf>>();
  answer(portfolioSummary, () => promise);
  const { screen } = await renderApp(march);
  await expect.element(screen.getByText('Loading portfolio summary data...')).toBeInTheDocument();
  resolve(bodyOf([]));
  await expect.element(screen.getByText(none)).toBeVisible();
  await expect.element(screen.getByText('Download CSV')).not.toBeInTheDocument();
});

// Covers: portfolio-summary-6
test('shows an error with Retry', async () => {
  answer(portfolioSummary, failure(500, { message: 'The database is away.' }));
  const { screen } = await renderApp(march);
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The database is away.');
  serve([gold]);
  await pressAndSee('Retry', screen.getByText('All portfolios'));
});

// Covers: tables-6
test('keeps a summary that could not be fetched again, and says so', async () => {
  serve([gold]);
  const { screen } = await renderApp(march);
  await expect.element(screen.getByText('All portfolios')).toBeVisible();
  answer(portfolioSummary, failure(500, { message: 'The database is away.' }));
  await screen.getByRole('button', { name: 'Apply' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/could not be fetched again.*The database is away\./);
  await expect.element(screen.getByText('All portfolios')).toBeVisible();
  serve([gold, home]);
  await pressAndSee('Retry', screen.getByRole('cell', { name: 'Axis Home' }));
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('downloads the table as CSV', async () => {
  serve([gold, home]);
  const { screen } = await renderApp(march);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const create = vi.spyOn(URL, 'createObjectURL');
  await screen.getByRole('button', { name: 'Download CSV' }).click();
  const link = click.mock.contexts[0] as HTMLAnchorElement;
  const file = create.mock.calls[0]?.[0] as Blob;
  expect(link.download).toBe('portfolio-summary_2026-03-01_2026-03-05.csv');
  expect(await file.text()).toMatch(
    /^Portfolio Name,Allocated,.*\r\nSahyadri Gold Loans,1200,200,/,
  );
  vi.restoreAllMocks();
});
