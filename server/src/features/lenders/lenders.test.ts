import type { Lender, RulesApplied } from '@doorstep/contract/lenders';
import type { Calendar } from '@doorstep/contract/lenders/calendars';
import { expect, test } from 'vitest';
import {
  addCalendarRow,
  addDailyRow,
  addLenderRow,
  aroundTheClock,
  ruleOf,
  setDue,
  weekOf,
} from '../../testing/lenders.ts';
import { readRow, readRows } from '../../testing/rows.ts';
import {
  uploadSpreadsheet,
  writeSpreadsheet,
} from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';

const doorstep = await startSharedApp();
const { db } = doorstep;
const superAdmin = await signIn(doorstep, 'superadmin');

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  doorstep.app.inject({
    ...{ method, url: `/api/v1/${path}`, headers: superAdmin.headers },
    ...(payload && { payload }),
  });
const errorOf = ({ statusCode, body }: Awaited<ReturnType<typeof send>>) => [
  ...[statusCode, JSON.parse(body).code],
];
const dueOf = async (id: number) => (await readRow(db, 'applicants', { id }, ['due_at'])).due_at;

test('a lender is added, changed and listed, with its portfolios and rules', async () => {
  const calendar_id = await addCalendarRow(db);
  const rules = [ruleOf(calendar_id), ruleOf(calendar_id, { pin_prefix: '411', minutes: 60 })];
  const content = {
    ...{ name: 'HDFC', portfolios: ['HDFC Home', 'HDFC Gold'], rules },
    ...{ prints_times: false, second_looks: false, report_second_look: false },
  };
  const added = await send('POST', 'lenders/', content);
  expect(added.statusCode, added.body).toBe(201);
  const { id, updated_at, ...shown } = added.json<Lender>();
  expect(shown).toEqual({ ...content, portfolios: ['HDFC Gold', 'HDFC Home'], open: 0 });

  await addApplicant(db, { portfolio_name: 'Nobody’s' });
  const changed = {
    ...content,
    portfolios: ['HDFC Home'],
    ...{ prints_times: true, second_looks: true, report_second_look: true },
    rules: [rules[0], ruleOf(calendar_id, { visit_type: 'OFFICE' })],
  };
  const answer = await send('PUT', `lenders/${id}/`, { ...changed, updated_at });
  expect(answer.statusCode, answer.body).toBe(200);
  const stale = await send('PUT', `lenders/${id}/`, { ...content, updated_at });
  expect(errorOf(stale)).toEqual([409, 'changed_meanwhile']);

  const admin = await signIn(doorstep, 'admin');
  const list = await admin.get('lenders/');
  expect(list.json()).toMatchObject({
    results: [{ id, ...changed, open: 0 }],
    other_portfolios: ['Nobody’s'],
  });
  await addApplicant(db, { portfolio_name: 'HDFC Home' });
  expect((await admin.get(`lenders/${id}/`)).json()).not.toHaveProperty('due');
  const counted = await admin.get(`lenders/${id}/?with=due`);
  expect(counted.json()).toMatchObject({ open: 1, due: 0 });
  expect((await superAdmin.get(`lenders/${id}/history/`)).json()).toMatchObject({
    results: [{ action: 'update', after: changed }, { action: 'create' }],
  });
  // The update leaves the first rule unchanged, ends the second rule and adds a new rule. The values of a
  // stored rule never change.
  const stored = await db
    .selectFrom('turnaround_rules')
    .select(['pin_prefix', 'visit_type', 'ended_at'])
    .where('lender_id', '=', id)
    .orderBy('id')
    .execute();
  expect(stored).toEqual([
    { pin_prefix: null, visit_type: null, ended_at: null },
    { pin_prefix: '411', visit_type: null, ended_at: expect.any(String) },
    { pin_prefix: null, visit_type: 'OFFICE', ended_at: null },
  ]);
  expect(await auditOf(db, 'lender', id)).toMatchObject([
    { action: 'create', after: { name: 'HDFC', rules } },
    {
      action: 'update',
      before: { rules, prints_times: false, second_looks: false },
      after: { rules: changed.rules, prints_times: true, second_looks: true },
    },
  ]);
});

test('a taken name, a portfolio of another lender and an unknown calendar are named', async () => {
  const { portfolio, name, calendar_id } = await addLenderRow(db);
  const content = { name: 'Other', portfolios: [], rules: [] };
  for (const [more, field, error] of [
    [{ name: name.toUpperCase() }, 'name', 'Another lender has this name'],
    [{ portfolios: [portfolio] }, 'portfolios', `${portfolio} belongs to ${name}`],
    [{ rules: [ruleOf(999_999)] }, 'rules.0.calendar_id', 'Choose a calendar'],
    [
      { rules: [ruleOf(calendar_id), ruleOf(calendar_id)] },
      'rules',
      'Two rules have the same conditions and the same first day',
    ],
  ] as const) {
    const answer = await send('POST', 'lenders/', { ...content, ...more });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual({ [field]: [error] });
  }
});

test('a calendar is added, changed, and deleted once no rule uses it', async () => {
  const days = [{ day: '2026-08-15', name: 'Independence Day', hours: [] }];
  const content = { name: 'Mumbai', week: aroundTheClock, days };
  const { id, updated_at, ...added } = (await send('POST', 'calendars/', content)).json<Calendar>();
  expect(added).toEqual({ ...content, rules: 0 });
  const name = { name: ['Another calendar has this name'] };
  expect((await send('POST', 'calendars/', content)).json().errors).toEqual(name);
  const changed = { ...content, days: [{ ...days[0], day: '2026-08-16' }] };
  const put = (payload: object) => send('PUT', `calendars/${id}/`, { ...payload, updated_at });
  expect((await put(changed)).json()).toMatchObject(changed);
  expect((await put(content)).json().code).toBe('changed_meanwhile');
  expect((await superAdmin.get(`calendars/${id}/history/`)).json()).toMatchObject({
    results: [{ action: 'update', after: changed }, { action: 'create' }],
  });
  const first = await addCalendarRow(db);
  const admin = await signIn(doorstep, 'admin');
  const { results } = (await admin.get('calendars/')).json<{ results: Calendar[] }>();
  const shown = results.filter((one) => [first, id].includes(one.id));
  expect(shown).toMatchObject([
    { id: first, rules: 0 },
    { id, ...changed },
  ]);

  const minute = weekOf([{ from: '09:00', to: '09:01' }]);
  const short = await send('POST', 'calendars/', { ...content, name: 'Minute', week: minute });
  expect(short.json().errors).toEqual({ week: ['A week must have at least 5 working hours'] });

  const every = { ...content, name: 'Every day', days: [] };
  expect((await send('POST', 'calendars/', every)).json()).toMatchObject({ days: [] });

  const by = { name: 'By Mumbai', portfolios: [], rules: [ruleOf(id)] };
  const lender = await send('POST', 'lenders/', by);
  const used = await send('DELETE', `calendars/${id}/`);
  expect(used.statusCode).toBe(409);
  expect(used.json().detail).toBe('Mumbai is used by a rule. Change the rules first.');
  const two = { ...by, rules: [ruleOf(id), ruleOf(id, { pin_prefix: '411' })] };
  await send('PUT', `lenders/${lender.json().id}/`, two);
  expect((await send('DELETE', `calendars/${id}/`)).json().detail).toBe(
    'Mumbai is used by 2 rules. Change the rules first.',
  );
  await send('PUT', `lenders/${lender.json().id}/`, { ...by, rules: [] });
  expect((await send('DELETE', `calendars/${id}/`)).statusCode).toBe(200);
  expect(await auditOf(db, 'calendar', id)).toMatchObject([
    { action: 'create', after: content },
    { action: 'update', before: content, after: changed },
    { action: 'delete', before: changed },
  ]);
});

test('applying rules moves the due times of open applicants, after a preview', async () => {
  const lender = await addLenderRow(db, { minutes: 60 });
  const of = { portfolio_name: lender.portfolio };
  const received = '2026-03-02T06:00:00.000Z';
  const fresh = await addApplicant(db, { ...of, created_at: received });
  const known = await addApplicant(db, { ...of, created_at: received });
  await setDue(db, known.id, lender.ruleId);
  const agent = await addUser(db, 'agent');
  const submitted = { assigned_agent_id: agent.id, status: 'submitted' } as const;
  const decided = await addApplicant(db, { ...of, ...submitted });
  const apply = (payload: object) => send('POST', `lenders/${lender.id}/apply-rules/`, payload);

  const due_at = '2026-03-02T07:00:00.000Z';
  const preview = (await apply({ dry_run: true })).json<RulesApplied>();
  expect(preview).toMatchObject({ count: 2, earlier: 1, later: 0, gained: 1, lost: 0 });
  expect(preview.examples).toMatchObject([
    { id: fresh.id, due_at: null, new_due_at: due_at },
    { id: known.id, new_due_at: due_at },
  ]);
  expect(await dueOf(fresh.id)).toBeNull();

  const wrong = await apply({ expected_count: 3 });
  expect([...errorOf(wrong), wrong.json().count]).toEqual([409, 'count_changed', 2]);
  expect((await apply({ expected_count: 2 })).json()).toMatchObject({ count: 2 });
  const dueTimes = await Promise.all([fresh, known, decided].map(({ id }) => dueOf(id)));
  expect(dueTimes).toEqual([due_at, due_at, null]);
  expect(await auditOf(db, 'applicant', fresh.id)).toMatchObject([
    { action: 'apply_rules', before: { due_at: null }, after: { due_at, lender_id: lender.id } },
  ]);
  expect(await auditOf(db, 'lender', lender.id)).toMatchObject([
    { action: 'apply_rules', after: { count: 2, gained: 1 } },
  ]);
  expect((await apply({ dry_run: true })).json()).toMatchObject({ count: 0, examples: [] });
  for (const payload of [{ expected_count: 0 }, { dry_run: true }])
    expect((await send('POST', 'lenders/999999/apply-rules/', payload)).statusCode).toBe(404);
});

test('deleting a lender deletes the due times of its open applicants, and its daily export', async () => {
  const lender = await addLenderRow(db);
  const { id } = await addApplicant(db, { portfolio_name: lender.portfolio });
  await setDue(db, id, lender.ruleId);
  await addDailyRow(db, lender.id, { kind: 'folder', folder: 'daily' });
  const path = `lenders/${lender.id}/`;
  expect((await send('DELETE', `${path}?expected_count=0`)).json()).toMatchObject({
    ...{ code: 'count_changed', count: 1 },
  });
  expect((await send('DELETE', `${path}?expected_count=1`)).json().message).toBe(
    `${lender.name} was deleted.`,
  );
  expect(await dueOf(id)).toBeNull();
  expect(await readRows(db, 'daily_exports', { lender_id: lender.id }, ['at'])).toEqual([]);
  expect((await send('DELETE', path)).statusCode).toBe(404);
  const again = { name: lender.name, portfolios: lender.portfolios, rules: [] };
  expect((await send('POST', 'lenders/', again)).statusCode).toBe(201);
});

test('an upload gives each applicant the due time of its rule', async () => {
  const lender = await addLenderRow(db, { portfolios: ['Axis'], minutes: 90, pin_prefix: '4' });
  const file = await writeSpreadsheet(['DUE-1', 'DUE-2']);
  const { upload_id } = await uploadSpreadsheet(doorstep, superAdmin, file);
  const rows = await readRows(db, 'applicants', { upload_id });
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    const after = (moment: string | null) =>
      (Date.parse(moment ?? '') - Date.parse(row.created_at)) / 60_000;
    expect(row).toMatchObject({ rule_id: lender.ruleId });
    expect([after(row.warn_unvisited_at), after(row.due_at)]).toEqual([67.5, 90]);
  }
  const preview = await send('POST', `lenders/${lender.id}/apply-rules/`, { dry_run: true });
  expect(preview.json()).toMatchObject({ count: 0 });
});

test('after a correction of the pin code, the due time is that of the right one', async () => {
  const lender = await addLenderRow(db, { pin_prefix: '411', minutes: 30 });
  const agent = await addUser(db, 'agent');
  const { id, applicant } = await addVerificationRow(db, agent.id, {
    portfolio_name: lender.portfolio,
    pin_code: '400001',
  });
  expect(await dueOf(applicant.id)).toBeNull();
  await send('POST', `verification_tasks/${id}/correct-pin-code/`, {
    ...{ pin_code: '411001', instead_of: '400001' },
  });
  const due_at = new Date(Date.parse(applicant.created_at) + 30 * 60_000).toISOString();
  expect(await dueOf(applicant.id)).toBe(due_at);
  expect(await auditOf(db, 'applicant', applicant.id)).toMatchObject([
    { action: 'correct_pin_code', before: { due_at: null }, after: { pin_code: '411001', due_at } },
  ]);
});
