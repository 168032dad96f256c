import { expect, test } from 'vitest';
import { addLenderRow, setDue } from '../../testing/lenders.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import {
  addApplicant,
  signIn,
  signInAs,
  startSharedApp,
  type Visitor,
} from '../../testing/test-app.ts';

const server = await startSharedApp();

const digestOf = async (visitor: Visitor) => {
  const answer = await visitor.post('digest/');
  expect(answer.statusCode).toBe(200);
  return answer.json<{ digest: unknown }>().digest;
};

// Covers: digest-2, threat-9
test('agents get no digest, and admins get none without a lender or without waiting work', async () => {
  const agent = await signIn(server, 'agent');
  expect((await agent.post('digest/')).statusCode).toBe(403);
  const admin = await signIn(server, 'admin');
  await addApplicant(server.db, {});
  expect(await digestOf(admin)).toBeNull();
  await addLenderRow(server.db);
  expect(await digestOf(admin)).toBeNull();
});

// Covers: digest-1
test('the first session of a day gets it until it is dismissed, on each day', async () => {
  const { db } = server;
  const { portfolio, ruleId } = await addLenderRow(db);
  for (const due of [-1, 1, 30]) {
    const { id } = await addApplicant(db, { portfolio_name: portfolio });
    await setDue(db, id, ruleId, due * 3_600_000);
  }
  await addApplicant(db, {}).then(({ id }) =>
    changeRows(db, 'applicants', { id }, { given_back_at: new Date() }),
  );
  const morning = await signIn(server, 'admin');
  const noon = await signInAs(server, morning.user);
  const digest = { late: 1, due_soon: 1, held: 0, given_back: 1 };
  expect(await digestOf(morning)).toEqual(digest);
  expect(await digestOf(morning)).toEqual(digest);
  expect(await digestOf(noon)).toBeNull();
  expect(await digestOf(await signIn(server, 'superadmin'))).toEqual(digest);

  expect((await morning.delete('digest/')).statusCode).toBe(200);
  expect(await digestOf(morning)).toBeNull();

  const user_id = morning.user.id;
  const { day } = await readRow(db, 'digests', { user_id }, ['day']);
  expect(day).toBe(Temporal.Now.plainDateISO('Asia/Kolkata').toString());
  await changeRows(db, 'digests', { user_id }, { day: '2026-01-01' });
  expect(await digestOf(noon)).toEqual(digest);
  expect(await digestOf(morning)).toBeNull();
});
