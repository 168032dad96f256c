import { randomUUID } from 'node:crypto';
import { VerificationSummary } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { changeRows } from '../../testing/rows.ts';
import { addVerificationRow, addVisit, submit } from '../../testing/submission.ts';
import { addApplicant, signIn, startSharedApp } from '../../testing/test-app.ts';
import { changeUser } from '../users/user-store.ts';

const running = await startSharedApp();
const admin = await signIn(running, 'admin', { name: 'Asha Rao' });
const agent = await signIn(running, 'agent', { name: 'Vikram Shah' });
const other = await signIn(running, 'agent', { name: 'Meera Nair' });

async function get(path: string) {
  const answer = await admin.get(path.startsWith('/') ? path : `verification_tasks/${path}`);
  return { status: answer.statusCode, body: answer.json() };
}
const idsOf = ({ results }: { results: VerificationSummary[] }) =>
  results.map(({ verification_id }) => verification_id);

test('an unknown verification and an unknown application are a 404 with detail', async () => {
  for (const path of ['999999/', 'nonsense/', 'lookup-by-application-id/?id=NONE']) {
    const { status, body } = await get(path);
    expect([status, body.detail], path).toEqual([404, expect.stringMatching(/not found/)]);
  }
});

test.each([
  ['?page=0', 'page'],
  ['?page_size=101', 'page_size'],
  ['?admin_decision=maybe', 'admin_decision'],
  ['?fields=all', 'fields'],
  ['lookup-by-application-id/?id=', 'id'],
  ['lookup-by-application-id/?id=LOOK-2&applicant_id=one', 'applicant_id'],
])('a bad parameter is a 400 that names it: %s', async (path, field) => {
  const { status, body } = await get(path);
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});

test('a character that cannot be stored is a 400, not a 500', async () => {
  expect((await get('?search=a%00b')).status).toBe(400);
});

test('pages are sorted newest first, with counts and links that preserve the filter', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 5; n += 1)
    ids.unshift((await addVerificationRow(running.db, agent.user.id)).id);

  const first = await get('?page_size=2&admin_decision=pending');
  expect(first.body).toMatchObject({ count: 5, previous: null });
  expect(idsOf(first.body)).toEqual(ids.slice(0, 2));
  const second = await get(first.body.next);
  expect(idsOf(second.body)).toEqual(ids.slice(2, 4));
  expect(second.body.next).toContain('admin_decision=pending');
  expect(await get('?page=1000')).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining('There is no page 1000') },
  });
});

// Covers: verifications-4
test('a search looks at applicant, agent and both numbers, in any case, without wildcards', async () => {
  const found = await addVerificationRow(running.db, other.user.id, {
    applicant_name: 'Zubeda 100% Khan_अनिल a\\b',
    application_id: 'SRCH-77A',
  });
  const search = async (term: string, filter = '') =>
    (await get(`?search=${encodeURIComponent(term)}${filter}`)).body;

  const terms = [
    ' zubeda ',
    'अनिल',
    'MEERA n',
    'srch-77a',
    String(found.id),
    '100%',
    'khan_',
    '\\',
  ];
  for (const term of terms) {
    expect(await search(term), term).toMatchObject({
      count: 1,
      results: [{ verification_id: found.id, agent: 'Meera Nair', applicant_ids: 'SRCH-77A' }],
    });
  }
  for (const term of ['%zub%kh', 'zubeda_', "o'neill"]) {
    expect((await search(term)).count, term).toBe(0);
  }
  expect((await search('zubeda', '&admin_decision=positive')).count).toBe(0);
  expect(await search('zubeda', '&admin_decision=pending')).toMatchObject({ count: 1 });
});

test('a repeated search sees each change of a name, whichever was started first', async () => {
  const { db } = running;
  const tara = await signIn(running, 'agent', { name: 'Tara Bose' });
  await addVisit(running, tara);
  const count = async () => (await get(`?search=Zubin`)).body.count;
  const slow = await db.startTransaction().execute();
  await sql`select 1`.execute(slow);
  const rename = { name: 'Meera Iyer' };
  await db.transaction().execute((trx) => changeUser(trx, other.user.id, rename));
  expect(await count()).toBe(0);
  await changeUser(slow, tara.user.id, { name: 'Zubin Bose' });
  await slow.commit().execute();
  expect(await count()).toBe(1);
});

test('a repeated search sees each new visit and, with a filter, each decision', async () => {
  const search = async (filter = '') => (await get(`?search=Ottoline${filter}`)).body;
  const counts = async () => [
    (await search()).count,
    (await search('&admin_decision=pending')).count,
  ];
  const { id } = await addVisit(running, agent, [], { applicant_name: 'Ottoline One' });
  expect(await counts()).toEqual([1, 1]);
  await changeRows(
    running.db,
    'verifications',
    { id },
    { admin_decision: 'positive', decided_by: agent.user.id, decided_at: sql`now()` },
  );
  expect(await counts()).toEqual([1, 0]);
  expect((await search()).results).toMatchObject([{ admin_decision: 'positive' }]);
  await addVisit(running, agent, [], { applicant_name: 'Ottoline Two' });
  expect(await counts()).toEqual([2, 1]);
});

test('a record has all its sections and signed links to its photos', async () => {
  const { id, applicant } = await addVisit(running, agent, ['teal', 'olive'], {
    application_id: 'FULL-1',
    visit_type: 'OFFICE',
  });
  const { status, body } = await get(`${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    verification_id: id,
    applicant_ids: 'FULL-1',
    applicant: applicant.applicant_name,
    agent: 'Vikram Shah',
    visit_type: 'OFFICE',
    remark: 'Met at home',
    latitude: null,
    image_count: 2,
    application_details: { id: applicant.id, status: 'visited', mobile: '9820098200' },
    agent_details: { id: agent.user.id, name: 'Vikram Shah', is_assigned: true },
    admin_reviewed_details: null,
    photos: [
      {
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        width: 480,
        height: 240,
        taken_at: '2026-03-05T05:00:00.000Z',
        latitude: expect.closeTo(19.08, 5),
        longitude: expect.closeTo(72.88, 5),
        thumbnail_url: expect.stringContaining('/thumbnail?'),
        original_url: expect.stringContaining('/original?'),
      },
      {},
    ],
  });
  expect(body.image_urls).toEqual(body.photos.map((photo: { url: string }) => photo.url));
  expect(body.image_urls[0]).toContain('/screen?');
});

/** The fields of `Verification` in section 3 of the specification. */
const specified = [
  ...['verification_id', 'applicant_ids', 'applicant', 'agent', 'neighbour1_name'],
  ...['neighbour1_address', 'neighbour1_feedback', 'neighbour2_name', 'neighbour2_address'],
  ...['neighbour2_feedback', 'overall_observation', 'remark', 'image_urls', 'image_count'],
  ...['submitted_at', 'admin_decision', 'latitude', 'longitude', 'verification_address'],
  ...['application_details', 'agent_details', 'admin_reviewed_details', 'portfolio_name'],
  'visit_type',
];

// Covers: other-clients-1
test('the list has the specified fields, newest first, and summaries for fields=list', async () => {
  const admin_decision = '?page_size=3&admin_decision=pending';
  const { id } = await addVisit(running, agent, ['teal', 'olive'], { application_id: 'WHOLE-1' });
  const whole = (await get(admin_decision)).body;
  const one = (await get(`${id}`)).body;
  expect(Object.keys(whole.results[0]).sort()).toEqual(specified.toSorted());
  const unsigned = (value: object) => JSON.parse(JSON.stringify(value).replace(/\?[^"]*/g, ''));
  expect(unsigned(one)).toMatchObject(unsigned(whole.results[0]));
  const ids = idsOf(whole);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));

  const brief = (await get(`${admin_decision}&fields=list`)).body;
  expect(idsOf(brief)).toEqual(ids);
  expect(brief.count).toBe(whole.count);
  expect(Object.keys(brief.results[0]).sort()).toEqual(
    // The field `clock` is absent, because the portfolio has no lender.
    Object.keys(z.omit(VerificationSummary, { clock: true }).shape).sort(),
  );
  expect((await get(`?search=WHOLE-1`)).body.results).toMatchObject([
    {
      verification_id: id,
      image_urls: [expect.any(String), expect.any(String)],
      agent_details: { is_assigned: true },
    },
  ]);
});

// Covers: other-clients-1
test('a page of visits with twelve photos each has at most 45 KB', async () => {
  const { db } = running;
  for (let n = 0; n < 10; n += 1) {
    const { id } = await addVerificationRow(db, agent.user.id, { application_id: `HEAVY-${n}` });
    const sentence = 'Met the applicant at the address; the house is owned and well kept. ';
    const said = { neighbour1_feedback: sentence, neighbour2_feedback: sentence };
    const long = { ...said, remark: sentence.repeat(6), verification_address: sentence };
    await changeRows(db, 'verifications', { id }, long);
    const photos = Array.from({ length: 12 }, (_, position) => ({
      ...{ id: randomUUID(), verification_id: id, position, sha256: Buffer.alloc(32) },
      ...{ kind: 'image/jpeg', bytes: 1, width: 1, height: 1 },
    }));
    await db.insertInto('photos').values(photos).execute();
  }
  const { body } = await admin.get('verification_tasks/?search=HEAVY');
  expect(JSON.parse(body).results).toHaveLength(10);
  expect(JSON.parse(body).results[0].image_urls).toHaveLength(12);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(45_000);
});

// Covers: other-clients-2
test('a lookup answers with the latest verification of the application', async () => {
  const { applicant } = await addVisit(running, agent, [], { application_id: 'LOOK-1' });
  await changeRows(running.db, 'applicants', { id: applicant.id }, { status: 'assigned' });
  const again = await submit(running, agent, {
    application_id: 'LOOK-1',
    fields: { remark: 'Second' },
  });
  const { body } = await get(`lookup-by-application-id/?id=LOOK-1`);
  expect(body).toMatchObject({
    success: true,
    application_id: 'LOOK-1',
    data: {
      application_id: 'LOOK-1',
      verification_info: { verification_id: again.json().verification_id, remark: 'Second' },
      applicant_info: { name: applicant.applicant_name },
      agent_details: { name: 'Vikram Shah' },
      admin_reviewed_details: null,
    },
  });
  expect(body.data.verification_info).not.toHaveProperty('agent_details');
});

test('a lookup searches every contact point of the number, or the requested ones', async () => {
  const add = (visit_type: string, applicant_type = 'Applicant') =>
    addVerificationRow(running.db, agent.user.id, {
      ...{ application_id: 'LOOK-2', visit_type, applicant_type },
    });
  const home = await add('RESIDENCE VISIT');
  const office = await add('OFFICE');
  const coApplicant = await add('RESIDENCE', 'Co-Applicant');
  const found = async (more: string) => {
    const { body } = await get(`lookup-by-application-id/?id=LOOK-2${more}`);
    return body.data?.verification_info.verification_id;
  };
  expect(await found('')).toBe(coApplicant.id);
  expect(await found('&visit_type=office')).toBe(office.id);
  expect(await found('&visit_type=RV')).toBe(coApplicant.id);
  expect(await found(`&applicant_id=${home.applicant.id}`)).toBe(home.id);
  expect(await found(`&applicant_id=${home.applicant.id}&visit_type=OFFICE`)).toBeUndefined();
});

// Covers: threat-10
test('an agent’s tasks are their own open applicants, oldest first', async () => {
  const worker = await signIn(running, 'agent');
  const mine = { assigned_agent_id: worker.user.id };
  const one = await addApplicant(running.db, mine);
  await addApplicant(running.db, { ...mine, status: 'visited' });
  await addApplicant(running.db, { assigned_agent_id: other.user.id });
  const two = await addApplicant(running.db, mine);

  expect((await admin.get('agent/tasks/')).statusCode).toBe(403);
  expect((await worker.get('agent/tasks/')).json()).toMatchObject({
    count: 2,
    results: [{ id: one.id, application_id: one.application_id }, { id: two.id }],
  });
});
