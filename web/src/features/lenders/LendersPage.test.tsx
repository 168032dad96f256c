import { calendarHistory, lenderHistory } from '@doorstep/contract/audit';
import {
  addLender,
  applyRules,
  changeLender,
  deleteLender,
  getLender,
  type LenderRecord,
} from '@doorstep/contract/lenders';
import {
  addCalendar,
  type Calendar,
  changeCalendar,
  deleteCalendar,
  listCalendars,
} from '@doorstep/contract/lenders/calendars';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { recordBodies } from '../../testing/answers.ts';
import { answerLender, lenderOf } from '../../testing/lenders.ts';
import { expectTexts } from '../../testing/page/expect-texts.ts';
import { submitAndHold } from '../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../testing/render-app.tsx';

const at = '2026-03-05T05:00:00.000Z';
const office = [{ from: '09:30', to: '18:30' }];
const calendar: Calendar = {
  ...{ id: 7, name: 'Mumbai', days: [], rules: 1, updated_at: at },
  week: { mon: office, tue: office, wed: office, thu: office, fri: office, sat: [], sun: [] },
};
const rule: LenderRecord['rules'][number] = {
  ...{ product_type: 'Home Loan', visit_type: null, pin_prefix: '411', minutes: 1_470 },
  ...{ calendar_id: 7, starts: 'received', valid_from: '2026-01-01' },
};
const hdfc = lenderOf({ rules: [rule], open: 12, due: 9 });

const event = {
  ...{ at, actor: { id: 1, name: 'Meera Iyer' }, address: null, subject: 'lender', subject_id: 3 },
};

async function open(path = '/lenders', calendars = [calendar]) {
  answerLender(hdfc, calendars);
  answer(lenderHistory, {
    results: [
      { ...event, id: 2, action: 'apply_rules', before: null, after: { count: 2 } },
      { ...event, id: 1, action: 'update', before: { name: 'A' }, after: { name: 'HDFC' } },
    ],
    people: [],
  });
  answer(calendarHistory, { results: [], people: [] });
  return renderApp(path);
}

// Covers: lenders-1
test('a lender is changed; a colleague’s change is shown and kept', async () => {
  const { screen, address } = await open();
  const sent = recordBodies(
    changeLender,
    failure(409, { code: 'changed_meanwhile', message: 'A colleague changed HDFC.' }),
    hdfc,
  );
  await screen.getByRole('button', { name: 'Edit HDFC' }).click();
  await expect.poll(address).toBe('/lenders?lender=3');
  const dialog = screen.getByRole('dialog', { name: 'Edit lender' });
  await expect.element(dialog.getByLabelText('Working time, hours')).toHaveValue('24');
  await expect.element(dialog.getByLabelText('Working time, minutes')).toHaveValue('30');
  await expect.element(dialog.getByText('Changed a lender')).toBeVisible();
  await expectTexts(dialog.getByRole('list', { name: 'History' }).getByRole('listitem'), [
    'Mar 5, 2026, 10:30 AMApplied the rules of a lender2 due timesMeera Iyer',
    'Mar 5, 2026, 10:30 AMChanged a lenderNameMeera Iyer',
  ]);
  await dialog.getByLabelText('Working time, hours').fill('x');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Enter 1 minute to 500 hours.')).toBeVisible();
  await expect.poll(() => sent).toEqual([]);
  await dialog.getByLabelText('Working time, hours').fill('8');
  await expect.element(dialog.getByText('1 without a lender')).toBeVisible();
  await dialog.getByLabelText('Add a portfolio').fill('HDFC Gold');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('1 without a lender')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Remove HDFC Home' }).click();
  await expect.element(dialog.getByLabelText('Add a portfolio')).toHaveFocus();
  await dialog.getByLabelText('Add a portfolio').fill('HDFC Car');
  await dialog.getByRole('switch', { name: 'Print times on reports' }).click();
  await dialog.getByRole('switch', { name: 'Print second looks on reports' }).click();
  await dialog.getByRole('switch', { name: 'Second looks', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const newer = { ...hdfc, name: 'HDFC Bank', updated_at: '2026-03-06T05:00:00.000Z' };
  answer(getLender, newer);
  await dialog.getByRole('button', { name: 'Load the newer values' }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('HDFC Bank');
  await expect.element(dialog.getByLabelText('Working time, hours')).toHaveValue('8');
  await submitAndHold(dialog, 'Save', changeLender);
  await expect.element(dialog.getByText('HDFC was saved.')).toBeVisible();
  await expect.element(dialog.getByText(/Open applicants keep theirs until/)).toBeVisible();
  const rules = [{ ...rule, minutes: 510 }];
  const choices = { prints_times: true, second_looks: true, report_second_look: true };
  const typed = { portfolios: ['HDFC Gold', 'HDFC Car'], rules, ...choices };
  await expect
    .poll(() => sent)
    .toEqual([
      { name: 'HDFC', ...typed, updated_at: at },
      { name: 'HDFC Bank', ...typed, updated_at: newer.updated_at },
    ]);
  await dialog.getByRole('button', { name: 'Apply new rules' }).click();
  await expect.poll(address).toBe('/lenders?rules=3');
});

// Covers: lenders-1
test('a lender is added with a rule of the only calendar', async () => {
  const { screen } = await open('/lenders?lender=new');
  const sent = recordBodies(addLender, hdfc);
  const dialog = screen.getByRole('dialog', { name: 'Add lender' });
  await dialog.getByLabelText('Working time, hours').fill('8');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Name the lender')).toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await dialog.getByLabelText('Name').fill('HDFC');
  await submitAndHold(dialog, 'Save', addLender);
  await expect.element(dialog.getByText('HDFC was saved.')).toBeVisible();
  await expect
    .poll(() => sent)
    .toMatchObject([{ name: 'HDFC', portfolios: [], rules: [{ minutes: 480, calendar_id: 7 }] }]);
});

// Covers: lenders-2
test('new rules are applied after a preview, whose number is checked again', async () => {
  const sent: unknown[] = [];
  let count = 2;
  answer(applyRules, ({ body }) => {
    sent.push(body);
    const { dry_run, expected_count } = body as { dry_run?: boolean; expected_count?: number };
    if (!dry_run && expected_count !== 3) {
      count = 3;
      return failure(409, {
        ...{ code: 'count_changed', message: 'The number has changed in the meantime: 3.', count },
      });
    }
    const due = { due_at: null, new_due_at: at, applicant_name: 'Asha', application_id: 'H-1' };
    const effect = { earlier: 0, later: 1, gained: count - 1, lost: 0 };
    return { count, ...effect, examples: [{ id: 1, ...due }] };
  });
  const { screen } = await open('/lenders?rules=3');
  const dialog = screen.getByRole('dialog', { name: 'Apply new rules' });
  await expect.element(dialog.getByText(/^2 open applicants would change/)).toBeVisible();
  await expect.element(dialog.getByText('Mar 5, 2026, 10:30 AM')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply to 2 applicants' }).click();
  await expect.element(dialog.getByText(/^The number has changed/)).toBeVisible();
  await submitAndHold(dialog, 'Apply to 3 applicants', applyRules);
  await expect.element(dialog.getByText('The rules were applied to 3 applicants.')).toBeVisible();
  await expect.poll(() => sent).toContainEqual({ expected_count: 3 });
});

// Covers: lenders-2
test('deleting a lender names what is lost, and expects that number', async () => {
  const expected: unknown[] = [];
  answer(deleteLender, ({ query }) => {
    expected.push(query.expected_count);
    if (expected.length > 1) return { success: true, message: 'HDFC was deleted.' };
    answer(getLender, { ...hdfc, due: 1 });
    return failure(409, { code: 'count_changed', message: 'The number has changed.' });
  });
  const { screen } = await open('/lenders?delete=3');
  const dialog = screen.getByRole('alertdialog', { name: 'Delete lender' });
  await expect.element(dialog.getByText('9 open applicants lose their due time.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByText('The number has changed.')).toBeVisible();
  await expect.element(dialog.getByText('1 open applicant loses its due time.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByText('HDFC was deleted.')).toBeVisible();
  await expect.poll(() => expected).toEqual(['9', '1']);
});

// Covers: lenders-3
test('a calendar is deleted, unless a rule uses it', async () => {
  const deleted: unknown[] = [];
  answer(deleteCalendar, ({ params }) => {
    deleted.push(params.id);
    return { success: true, message: 'Pune was deleted.' };
  });
  const unused = { ...calendar, id: 8, name: 'Pune', rules: 0 };
  const { screen } = await open('/lenders', [calendar, unused]);
  const dialog = screen.getByRole('alertdialog', { name: 'Delete calendar' });
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  await screen.getByRole('button', { name: 'Delete Mumbai' }).click();
  await expect.element(dialog.getByText(/^1 rule of lenders uses this calendar/)).toBeVisible();
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Delete Pune' }).click();
  await expect.element(dialog.getByText(/^No rule uses this calendar/)).toBeVisible();
  await confirm.click();
  await expect.element(dialog.getByText('Pune was deleted.')).toBeVisible();
  await expect.poll(() => deleted).toEqual(['8']);
});

// Covers: lenders-3
test('holidays are typed, replaced by a list and removed; a colleague’s hours are kept', async () => {
  const days = [
    { day: '2026-11-08', name: 'Diwali', hours: [] },
    { day: '2026-01-26', name: 'Republic Day', hours: office },
  ];
  const { screen } = await open('/lenders?calendar=7', [{ ...calendar, days }]);
  const conflict = { code: 'changed_meanwhile', message: 'A colleague changed Mumbai.' };
  const sent = recordBodies(changeCalendar, failure(409, conflict), calendar);
  const dialog = screen.getByRole('dialog', { name: 'Edit calendar' });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await expect.element(dialog.getByText('Used by 1 rule')).toBeVisible();
  await press('Add');
  for (const problem of ['Choose a day.', 'Enter the name of the holiday.'])
    await expect.element(dialog.getByText(problem)).toBeVisible();
  await dialog.getByLabelText('Day', { exact: true }).fill('2026-10-02');
  await dialog.getByLabelText('Holiday', { exact: true }).fill(' Gandhi Jayanti ');
  await dialog.getByLabelText('Hours', { exact: true }).fill('9-13');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Day', { exact: true })).toHaveFocus();
  await expect.element(dialog.getByLabelText('Holiday', { exact: true })).toHaveValue('');
  await expectTexts(dialog.getByRole('group', { name: 'Holidays' }).getByRole('listitem'), [
    'Jan 26, 2026Republic Day09:30-18:30',
    'Oct 2, 2026Gandhi Jayanti09:00-13:00',
    'Nov 8, 2026Diwali',
  ]);
  await press('Remove Republic Day, 2026-01-26');
  const list = '2026-10-02 Gandhi Jayanti 9:00-13:00\n2026-11-08 Deepavali';
  await dialog.getByLabelText('Paste a list of holidays').fill(list);
  const preview = '2 days read: 0 new, 1 changed, 1 already in the calendar';
  await expect.element(dialog.getByText(preview)).toBeVisible();
  await expectTexts(dialog.getByRole('group', { name: 'Days to add' }).getByRole('listitem'), [
    'Oct 2, 2026Gandhi Jayanti09:00-13:00already in the calendar',
    'Nov 8, 2026Deepavalireplaces Diwali',
  ]);
  await press('Add 2 days');
  await press('Save');
  const week = { ...calendar.week, sat: office };
  const newer = { ...calendar, week, updated_at: '2026-03-06T05:00:00.000Z' };
  answer(listCalendars, { results: [newer] });
  await press('Load the newer values');
  await expect.element(dialog.getByLabelText('Saturday')).toHaveValue('09:30-18:30');
  await press('Save');
  await expect.element(dialog.getByText(/^Open applicants keep their due times/)).toBeVisible();
  const typed = [
    { day: '2026-10-02', name: 'Gandhi Jayanti', hours: [{ from: '09:00', to: '13:00' }] },
    { day: '2026-11-08', name: 'Deepavali', hours: [] },
  ];
  await expect
    .poll(() => sent)
    .toMatchObject([
      { week: calendar.week, days: typed, updated_at: at },
      { week, days: typed, updated_at: newer.updated_at },
    ]);
});

// Covers: lenders-3
test('pasted holidays are previewed, and saved only after that', async () => {
  const sent = recordBodies(addCalendar, calendar);
  const { screen } = await open('/lenders?calendar=new');
  const dialog = screen.getByRole('dialog', { name: 'Add calendar' });
  await dialog.getByLabelText('Name').fill('Pune');
  const list = dialog.getByLabelText('Paste a list of holidays');
  await list.fill('2026-11-08 Diwali\nHoli\n25/12/2026, Christmas, 09:30-13:00');
  await expect.element(dialog.getByText('2 days read: 2 new')).toBeVisible();
  await expect.element(dialog.getByText(/^Line 2: Start the line with the date/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Add these days or clear the list first.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 2 days' }).click();
  await expect.element(list).toHaveValue('Holi');
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await dialog.getByLabelText('Sunday').fill('10-14');
  await submitAndHold(dialog, 'Save', addCalendar);
  await expect.element(dialog.getByText('Mumbai was saved.')).toBeVisible();
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        name: 'Pune',
        week: { sat: [{ from: '09:30', to: '14:00' }], sun: [{ from: '10:00', to: '14:00' }] },
        days: [
          { day: '2026-11-08', name: 'Diwali', hours: [] },
          { day: '2026-12-25', name: 'Christmas', hours: [{ from: '09:30', to: '13:00' }] },
        ],
      },
    ]);
});
