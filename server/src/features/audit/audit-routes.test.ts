import type { AuditEntry, AuditRecord } from '@doorstep/contract/audit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chainAudit } from '../../db/audit/chain.ts';
import { recordAudits } from '../../db/audit/record.ts';
import { connect } from '../../db/connection.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';

const begun = new Date();
const doorstep = await startSharedApp();
const { db } = doorstep;
const admin = await signIn(doorstep, 'admin', { name: 'Arjun Mehta' });
const superAdmin = await signIn(doorstep, 'superadmin');
const asha = await addUser(db, 'agent', { name: 'Asha Verma' });
const applicant = await addApplicant(db);
await admin.patch(`applicants/${applicant.id}/`, { assigned_agent_name: 'Asha Verma' });

test('answers 404 for a page past the end, and for the history of a deleted applicant', async () => {
  const { id } = await addApplicant(db);
  await changeRows(db, 'applicants', { id }, { deleted_at: new Date() });
  for (const path of ['audit/?page=900', `applicants/${id}/history/`])
    expect((await superAdmin.get(path)).statusCode, path).toBe(404);
});

// Covers: asvs-15
test('records rejections once in a while, not each time', async () => {
  const curious = await signIn(doorstep, 'admin');
  for (let times = 0; times < 3; times++) await curious.get('audit/');
  await curious.get('users/?admins=true');
  const rejections = async () => {
    const own = { action: 'refused', actor_id: curious.user.id };
    return (await readRows(db, 'audit', own, ['after'])).map(({ after }) => after);
  };
  await expect.poll(rejections).toHaveLength(2);
  const routes = ['/api/v1/audit/', '/api/v1/users'];
  expect(await rejections()).toEqual(routes.map((route) => ({ method: 'GET', route })));
});

test.each([
  ['actor_id', 'me'],
  ['event', 'sign_in'],
  ['subject', 'a b'],
  ['subject_id', '-1'],
  ['start_date', '2026-02-30'],
  ['start_date', '0000-01-01'],
  ['end_date', 'today'],
  ['page_size', '101'],
])('names the invalid filter: %s=%s', async (name, value) => {
  const answer = await superAdmin.get(`audit/?${name}=${encodeURIComponent(value)}`);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name]);
});

const list = async (query: string) => {
  const answer = await superAdmin.get(`audit/${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ results: AuditEntry[]; count: number; next: string | null }>();
};

test('lists newest first, in words and with links to records that still exist', async () => {
  const { results, count } = await list('?page_size=100');
  expect(results.length).toBe(count);
  const ids = results.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(results.find(({ action }) => action === 'assign')).toMatchObject({
    actor: { id: admin.user.id, name: 'Arjun Mehta' },
    subject: 'applicant',
    subject_id: applicant.id,
    subject_label: applicant.application_id,
    shown_as: 'applicant',
    shown_id: applicant.id,
    address: '127.0.0.1',
  });
  const mine = { action: 'sign_in', subject_id: superAdmin.user.id };
  expect(results).toContainEqual(expect.objectContaining({ ...mine, shown_as: 'admin' }));
});

test('filters by actor, event, subject and day, separately and together', async () => {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
  const [first, today] = [begun, new Date()].map((moment) => dayOf.format(moment));
  const events = async (query: string) =>
    (await list(query)).results.map(({ subject, action }) => `${subject}.${action}`);
  expect(await events(`?subject=applicant&subject_id=${applicant.id}`)).toEqual([
    'applicant.assign',
  ]);
  expect(new Set(await events('?event=session.sign_in'))).toEqual(new Set(['session.sign_in']));
  expect(await events(`?actor_id=${admin.user.id}&event=applicant.assign`)).toHaveLength(1);
  expect(await events(`?actor_id=${asha.id}`)).toEqual([]);
  const { count } = await list('?page_size=1');
  expect((await list(`?page_size=1&start_date=${first}&end_date=${today}`)).count).toBe(count);
  expect((await list('?end_date=2020-01-01')).count).toBe(0);
});

test('a row contains before and after, the named users, and its link of the chain', async () => {
  const [row] = await auditOf(db, 'applicant', applicant.id);
  const read = async () => (await superAdmin.get(`audit/${row?.id}/`)).json<AuditRecord>();
  expect(await read()).toMatchObject({
    before: { assigned_agent_id: null, status: 'pending' },
    after: { assigned_agent_id: asha.id, status: 'assigned' },
    people: [{ id: asha.id, name: 'Asha Verma' }],
    link: null,
  });
  await chainAudit(db);
  expect((await read()).link).toEqual({
    seq: expect.any(Number),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('checks the chain, records that, and names a row that was removed', async () => {
  const whole = await superAdmin.post('audit/verify/');
  expect(whole.json()).toMatchObject({ is_unbroken: true, broken: null, late: 0 });
  const { count } = whole.json<{ count: number }>();
  expect(count).toBeGreaterThan(3);
  const [checked] = (await list('?event=audit.verify')).results;
  expect(checked).toMatchObject({ actor: { id: superAdmin.user.id } });

  const owner = connect({ ...doorstep.owner, max: 1 });
  const [row] = await auditOf(db, 'applicant', applicant.id);
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`create table kept as select * from audit where id = ${sql.lit(row?.id)}`.execute(trx);
    await sql`delete from audit where id = ${row?.id}`.execute(trx);
  });
  const broken = await superAdmin.post('audit/verify/');
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`insert into audit overriding system value select * from kept`.execute(trx);
  });
  await owner.destroy();
  expect(broken.statusCode).toBe(200);
  expect(broken.json()).toMatchObject({
    is_unbroken: false,
    broken: { fault: 'removed', audit_id: row?.id },
  });
});

// Covers: threat-17, asvs-1
test('exports the filtered rows without formulas, and records it in the audit', async () => {
  const villain = await addUser(db, 'agent', { name: '=HYPERLINK("http://evil.test")' });
  const target = await addApplicant(db, { application_id: '+EVIL,1' });
  await admin.patch(`applicants/${target.id}/`, { assigned_agent_name: villain.name });
  const filter = `subject=applicant&subject_id=${target.id}`;
  const answer = await superAdmin.get(`audit/export/?${filter}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/csv/);
  const [head, row, ...more] = answer.body.split('\r\n');
  expect(head).toMatch(/^\ufeffid,at,user_id,user,event,/);
  expect(more).toEqual(['']);
  expect(row).toContain(`Arjun Mehta,Assigned an agent,assign,applicant,${target.id},"'+EVIL,1"`);
  const [exported] = (await list('?event=audit.export')).results;
  const { after } = (await superAdmin.get(`audit/${exported?.id}/`)).json<AuditRecord>();
  expect(after).toEqual({ subject: 'applicant', subject_id: target.id });

  // The export reads 1,000 rows at a time, so these rows need more than one read.
  const many = Array.from({ length: 1_000 }, () => ({
    ...{ event: 'access.refused' as const, subjectId: null },
  }));
  await recordAudits(db, { id: null, requestId: null, address: null }, many);
  const all = await superAdmin.get('audit/export/');
  const rows = all.body.trim().split('\r\n').length - 1;
  expect(rows).toBe((await list('?page_size=1')).count - 1);
});

test('an applicant’s history names people, and the address only for a super admin', async () => {
  const url = `applicants/${applicant.id}/history/`;
  const row = (await admin.get(url)).json();
  expect(row).toMatchObject({
    results: [
      {
        actor: { name: 'Arjun Mehta' },
        action: 'assign',
        before: { status: 'pending' },
        after: { status: 'assigned' },
        address: null,
      },
    ],
    people: [{ id: asha.id, name: 'Asha Verma' }],
  });
  expect((await superAdmin.get(url)).json()).toMatchObject({ results: [{ address: '127.0.0.1' }] });
});

test('a history begins with the upload, and a verification’s includes its reports, without their contents', async () => {
  const { id: upload } = await db
    .insertInto('uploads')
    .values({
      ...{ uploaded_by: admin.user.id, file_sha256: Buffer.alloc(32) },
      ...{ total_records: 1, successful: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: verification, applicant } = await addVerificationRow(db, asha.id);
  await changeRows(db, 'applicants', { id: applicant.id }, { upload_id: upload });
  const { id: report } = await db
    .insertInto('reports')
    .values({
      ...{ verification_id: verification, version: 1, template: 'office', form: '{}' },
      ...{ photo_ids: [], created_by: admin.user.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = (subject: string, subject_id: number, after: object) => ({
    ...{ action: 'create', subject, subject_id },
    ...{ actor_id: admin.user.id, after: JSON.stringify(after) },
  });
  await db
    .insertInto('audit')
    .values([
      event('upload', upload, { total_records: 1 }),
      event('verification', verification, { remark: 'Met', photos: ['sum'] }),
      event('report', report, { version: 1, form: { secret: 'x' } }),
    ])
    .execute();

  expect((await superAdmin.get(`applicants/${applicant.id}/history/`)).json()).toMatchObject({
    results: [{ subject: 'upload', after: null }],
  });
  const history = await superAdmin.get(`verification_tasks/${verification}/history/`);
  expect(history.json()).toMatchObject({
    results: [
      { subject: 'report', after: { version: 1 } },
      { subject: 'verification', after: { remark: 'Met' } },
    ],
  });
  expect(history.body).not.toContain('secret');
});
