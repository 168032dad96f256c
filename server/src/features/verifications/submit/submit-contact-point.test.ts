import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { drawPhoto } from '../../../testing/submission.ts';
import { keyTaken, startSubmitting } from '../../../testing/submitting.ts';
import { addApplicant, addUser, closeAfterTest, startTestApp } from '../../../testing/test-app.ts';
import { findCandidates } from './submission-store.ts';

const { running, agent, other, assigned, send, sendParts } = await startSubmitting();

const add = (application_id: string, visit_type: string, to = agent, more = {}) =>
  assigned(to, { application_id, visit_type, ...more });
const visited = async (id: number) =>
  (await readRow(running.db, 'verifications', { id }, ['applicant_id'])).applicant_id;

test('a number is enough while only one of its contact points is open with the agent', async () => {
  const application_id = 'SEVERAL-1';
  const mine = await add(application_id, 'RESIDENCE');
  await add(application_id, 'OFFICE', other);
  await add(application_id, 'SHOP', agent, { status: 'visited' });
  await addApplicant(running.db, { application_id, visit_type: 'BUSINESS' });

  const first = await send({ application_id });
  expect(first.status).toBe(201);
  expect(await visited(first.body.verification_id)).toBe(mine.id);
});

test('with none open, a record that was deleted and uploaded again means the new one', async () => {
  const application_id = 'SEVERAL-6';
  const deleted = await add(application_id, 'RESIDENCE', agent, { status: 'visited' });
  await changeRows(running.db, 'applicants', { id: deleted.id }, { deleted_at: sql`now()` });
  const anew = await add(application_id, 'RESIDENCE', agent, { status: 'visited' });
  expect((await send({ application_id })).body).toMatchObject({ held_because: 'already_visited' });
  expect(
    await readRows(running.db, 'visits', { standing: 'held' }, ['applicant_id']),
  ).toContainEqual({ applicant_id: anew.id });
});

test('the applicant’s id may come after the photos', async () => {
  const application_id = 'SEVERAL-7';
  const home = await add(application_id, 'RESIDENCE');
  await add(application_id, 'OFFICE');
  const answer = await sendParts(
    ['application_id', application_id],
    ['photos', await drawPhoto('teal')],
    ['overall_observation', 'positive'],
    ['applicant_id', String(home.id)],
  );
  expect(answer.statusCode).toBe(201);
  expect(await visited(answer.json().verification_id)).toBe(home.id);
});

test('a number is looked up by its index, without deleted applicants', async () => {
  const { db } = closeAfterTest(await startTestApp());
  const { id } = await addUser(db, 'agent');
  const application_id = 'MANY-7';
  await sql`
    insert into applicants (application_id, applicant_name, portfolio_name, visit_type, mobile_number, pin_code, address,
      assigned_agent_id, status)
    select 'MANY-' || nth, 'Asha', 'Portfolio', 'RESIDENCE', '9820098200', '400001', '1 Test Road', ${id}, 'assigned'
    from generate_series(1, 3000) as nth`.execute(db);
  await sql`analyze applicants, assignments`.execute(db);
  const asked: CompiledQuery[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  expect(await findCandidates(watched, id, { application_id })).toMatchObject([{ application_id }]);
  const plans = await Promise.all(
    asked.map(({ sql: text, parameters }) =>
      db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters])),
    ),
  );
  expect(plans.map(({ rows }) => JSON.stringify(rows))).toEqual([
    expect.stringContaining('Index Scan using applicants_contact_point'),
  ]);
});

test('with none open, and several that were the agent’s, the request must choose', async () => {
  const application_id = 'SEVERAL-5';
  const home = await add(application_id, 'RESIDENCE', agent, { status: 'visited' });
  const shop = await add(application_id, 'SHOP', agent, { status: 'visited' });
  expect(await send({ application_id })).toMatchObject({
    status: 409,
    body: {
      code: 'several_contact_points',
      detail: `Several visits of application ${application_id} were given to you: ${home.id} (Applicant, RESIDENCE), ${shop.id} (Applicant, SHOP). Choose one with applicant_id.`,
    },
  });
  expect(await send({ fields: { applicant_id: String(shop.id) } })).toMatchObject({
    status: 201,
    body: { verification_id: null, held_because: 'already_visited' },
  });
});

test('several open ones are listed, and the applicant’s id chooses one', async () => {
  const application_id = 'SEVERAL-2';
  const home = await add(application_id, 'RESIDENCE');
  const office = await add(application_id, 'OFFICE', agent, { applicant_type: 'Co-Applicant' });
  await add(application_id, 'SHOP', other);
  const { status, body } = await send({ application_id });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'several_contact_points',
    detail: `Several visits of application ${application_id} are open with you: ${home.id} (Applicant, RESIDENCE), ${office.id} (Co-Applicant, OFFICE). Choose one with applicant_id.`,
    contact_points: [
      { id: home.id, applicant_type: 'Applicant', visit_type: 'RESIDENCE' },
      { id: office.id, applicant_type: 'Co-Applicant', visit_type: 'OFFICE' },
    ],
  });

  const chosen = await send({ application_id, fields: { applicant_id: String(office.id) } });
  expect(chosen.status).toBe(201);
  expect(await visited(chosen.body.verification_id)).toBe(office.id);
  // Only one contact point is left, so the application number is enough again.
  const last = await send({ application_id });
  expect(await visited(last.body.verification_id)).toBe(home.id);
});

test('an applicant’s id is enough alone, and must belong to the number that is sent with it', async () => {
  const mine = await add('SEVERAL-3', 'OFFICE');
  const foreign = await add('SEVERAL-3', 'RESIDENCE', other);
  const fields = { applicant_id: String(mine.id) };
  const mixed = await send({ application_id: 'SEVERAL-2', fields });
  expect(mixed.body.errors).toEqual({
    applicant_id: [`Applicant ${mine.id} does not belong to application SEVERAL-2.`],
  });
  expect((await send({ fields: { applicant_id: String(foreign.id) } })).status).toBe(404);
  const empty = await send({});
  expect(empty.body.errors).toEqual({ application_id: ['application_id is required'] });
  const stored = await send({ fields });
  expect(stored.status).toBe(201);
  expect(await visited(stored.body.verification_id)).toBe(mine.id);
});

test('the same key with another applicant of the number is another submission', async () => {
  const application_id = 'SEVERAL-4';
  const home = await add(application_id, 'RESIDENCE');
  const office = await add(application_id, 'OFFICE');
  const key = randomUUID();
  const of = (id: number) => send({ application_id, key, fields: { applicant_id: String(id) } });
  const first = await of(home.id);
  expect(await of(home.id)).toEqual(first);
  expect(await of(office.id)).toMatchObject(keyTaken);
});
