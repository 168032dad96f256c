import { listApplicants } from '@doorstep/contract/applicants';
import { answer } from '@doorstep/contract/testing/backend';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AssignPreview } from './features/applicants/many/AssignPreview.tsx';
import { UploadSummary } from './features/applicants/upload/UploadSummary.tsx';
import { listOf } from './testing/answers.ts';
import { applicantOf } from './testing/applicants.ts';
import { answerWithLongRecords, longName } from './testing/long-records.ts';
import { renderApp } from './testing/render-app.tsx';

/** Widths in CSS pixels: a small office PC at 100, 125, 150 and 200 % zoom, other windows, and a phone. */
const viewports = [1366, 1280, 1200, 1093, 1024, 960, 911, 768, 683, 390];
const leastNameWidth = 110;

/** Whether an element is visible and can be pressed without scrolling sideways. */
function isInSight(element: Element): boolean {
  element.scrollIntoView({ block: 'center' });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && right <= innerWidth && hit !== null && element.contains(hit);
}

/** Returns a message for this element, and for each ancestor, that would scroll sideways. */
function scrollingSideways(element: Element | null): string[] {
  if (!element) return [];
  const { scrollWidth, clientWidth, className } = element;
  const own = scrollWidth > clientWidth ? [`${className} is ${scrollWidth} px wide inside`] : [];
  return [...own, ...scrollingSideways(element.parentElement)];
}

function problemsOf(table: HTMLTableElement, names: readonly string[]): string[] {
  const buttons = [...table.querySelectorAll('tbody tr:last-child [data-card=actions] button')];
  const hidden = buttons.filter((button) => !isInSight(button));
  const cutDates = [...table.querySelectorAll('td')].filter(
    (cell) => cell.textContent.endsWith(' PM') && cell.scrollWidth > cell.clientWidth,
  );
  const headers = table.dataset.layout === 'cards' ? [] : [...table.querySelectorAll('th')];
  return [
    ...scrollingSideways(table),
    ...cutDates.map(({ textContent }) => `${textContent} is cut`),
    ...hidden.map(({ ariaLabel }) => `${ariaLabel} is out of sight`),
    ...headers.flatMap((header) => {
      const { width } = header.getBoundingClientRect();
      const isCut = header.scrollWidth > header.clientWidth;
      const isNarrow = names.includes(header.textContent) && width < leastNameWidth;
      return isCut || isNarrow ? [`${header.textContent} has ${width} px`] : [];
    }),
  ];
}

// Covers: tables-13
test.each([
  ['/applicants', 'Applicants', ['Portfolio Name', 'Agent Name', 'Application ID']],
  ['/verification', 'Verifications', ['Applicant Name', 'Agent Name', 'Application ID']],
  ['/agent', 'Agents', ['Full Name', 'Email']],
  ['/admin', 'Admins', ['Full Name', 'Email']],
  ['/uploads', 'Uploads', ['File', 'Uploaded By']],
  ['/audit', 'Audit', ['User', 'Event', 'Record']],
  ['/evidence', 'Checks', ['Check']],
  ['/account/sessions', 'Sessions', ['Device']],
  ['/portfolio-summary', 'Portfolio Summary', ['Portfolio Name']],
  ['/lenders', 'Lenders', ['Lender']],
  ['/lenders', 'Calendars', ['Calendar']],
  ['/board', 'Agents', ['Agent']],
  ['/board', 'Lenders', ['Lender']],
  ['/verification?view=501', 'Report versions', ['By']],
])('keeps names readable and actions visible at every width: %s', async (path, label, names) => {
  answerWithLongRecords();
  onTestFinished(() => page.viewport(1366, 768));
  const { screen } = await renderApp(path);
  const found = screen.getByRole('table', { name: label, exact: true });
  await expect.element(found.getByRole('row').nth(1)).toBeVisible();
  const table = (await found.findElement()) as HTMLTableElement;
  const headers = () => [...table.querySelectorAll('th')].map(({ textContent }) => textContent);
  const values = [...table.querySelectorAll('td')].map(({ textContent }) => textContent);
  const all = headers();

  for (const width of viewports) {
    await page.viewport(width, 768);
    await expect.poll(() => [width, ...problemsOf(table, names)]).toEqual([width]);
    // Leaves out short values. When a column is folded, a flag such as Yes is shown in other words, and a
    // serial number is hidden.
    for (const value of values) if (value.length > 3) expect(table.textContent).toContain(value);
    if (width >= 1200) expect(headers()).toEqual(all);
  }
  expect(table.dataset.layout).toBe('cards');
});

// Covers: tables-13
test.each([
  [
    'failed records',
    <UploadSummary
      key="failed"
      fileName="lender.xlsx"
      result={{
        summary: { total_records: 1, successful: 0, failed: 1, timestamp: '2026-03-05T05:00:00Z' },
        failed_records: [{ row: 12_345, name: longName, errors: ['Mobile number is required'] }],
      }}
    />,
    ['Name', 'Errors'],
  ],
  [
    'the preview of an assignment',
    <AssignPreview
      key="preview"
      waitingText=""
      isOld={false}
      onChange={() => undefined}
      preview={{
        shares: [
          {
            ...{ agent_id: 1, agent_name: longName, open: 12_345, ids: [1, 2] },
            ...{ covers: ['411001', '411002', '411003'], capacity: 500 },
          },
        ],
        skipped: [],
      }}
    />,
    ['Agent'],
  ],
])('keeps names readable in a dialog of every width: %s', async (_, list, names) => {
  const screen = await render(list);
  const table = (await screen.getByRole('table').findElement()) as HTMLTableElement;
  for (const width of [960, 448, 350]) {
    screen.container.style.width = `${width}px`;
    expect([width, ...problemsOf(table, names)]).toEqual([width]);
  }
});

// Covers: tables-14
test('keeps the header of a long list visible without covering the focused row', async () => {
  answerWithLongRecords();
  const rows = Array.from({ length: 10 }, (_, id) => applicantOf({ id: 100 + id }));
  answer(listApplicants, listOf(rows, 95));
  onTestFinished(() => page.viewport(1366, 768));
  await page.viewport(960, 400);
  const { screen } = await renderApp('/applicants');
  const nameOf = (id: number) => ({ name: `View Applicant ${id}` });
  const last = screen.getByRole('button', nameOf(109));
  await expect.element(last).toBeInTheDocument();
  window.scrollTo({ top: 10_000 });
  const header = await screen.getByRole('columnheader', { name: 'Status' }).findElement();
  const bar = await screen.getByRole('banner').findElement();
  expect(header.getBoundingClientRect().top).toBe(bar.getBoundingClientRect().bottom);
  for (const id of [109, 108, 107, 106, 105, 104, 103, 102, 101, 100]) {
    const button = (await screen.getByRole('button', nameOf(id)).findElement()) as HTMLElement;
    button.focus();
    const { top, bottom } = button.getBoundingClientRect();
    const footer = document.querySelector('.table-footer') as HTMLElement;
    expect(top).toBeGreaterThanOrEqual(header.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(footer.getBoundingClientRect().top);
  }
});
