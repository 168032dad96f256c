import type { CallbackSummary } from '@doorstep/contract/callbacks';
import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  closeAfterTest,
  signIn,
  startSharedApp,
  startTestApp,
  type Visitor,
} from '../../testing/test-app.ts';
import { sendVisit, visitOf } from '../../testing/visits/recorded-visit.ts';
import { dueChecks } from '../evidence/check-due.ts';
import { anonymise } from '../retention/retention-store.ts';
import { drawForCallback } from './callback-service.ts';

const running = await startSharedApp({ callbackPercent: 100 });
const { db, platform } = running;
const asha = await signIn(running, 'admin', { name: 'Asha Rao' });
const ravi = await signIn(running, 'admin', { name: 'Ravi Iyer' });

const add = async () => (await addVerificationRow(db, (await addUser(db, 'agent')).id)).id;
const read = async (id: number) =>
  (await asha.get(`verification_tasks/${id}/`)).json<Verification>();
const record = (who: Visitor, id: number, result: string, note = '') =>
  who.post(`review/${id}/callbacks/`, { result, note });
const decide = (who: Visitor, id: number, decision: string, claim = false) =>
  who.post(`verification_tasks/${id}/admin-decision/`, { decision, claim });
const ask = (who: Visitor, id: number) => who.post(`review/${id}/callbacks/ask/`);
const showNumber = (who: Visitor, id: number) => who.post(`review/${id}/callbacks/number/`);
const list = async (state = 'open'): Promise<CallbackSummary[]> =>
  (await asha.get(`callbacks/?page_size=100&state=${state}`)).json().results;
const next = async (who: Visitor, after?: number): Promise<number[]> =>
  (await who.post('review/next/', { after })).json().verification_ids;

// Covers: callbacks-1
test('visits with a person met are chosen once for a call-back, by the setting; those without an outcome are not', async () => {
  const agent = await addUser(db, 'agent');
  const visit = async (more: object) => {
    const applicant = await addApplicant(db, { assigned_agent_id: agent.id });
    const { verificationId } = await sendVisit(db, visitOf(applicant.id, agent.id, more));
    return verificationId as number;
  };
  const arrived_at = new Date().toISOString();
  const met = await visit({ arrived_at });
  const others = [await visit({ arrived_at, outcome: 'locked' }), await visit({})];
  const check = (callbackPercent: number) => {
    const drawing = { ...platform, provider: { ...platform.provider, callbackPercent } };
    const draw: Parameters<typeof dueChecks>[2] = (trx, id) => drawForCallback(drawing, trx, id);
    return dueChecks(platform, () => {}, draw)(new AbortController().signal);
  };
  const asked = await visit({ arrived_at });
  await ask(asha, asked);
  await check(100);
  expect((await auditOf(db, 'verification', asked)).map(({ action }) => action)).not.toContain(
    'owe_callback',
  );
  expect(await readRow(db, 'callbacks', { verification_id: met })).toMatchObject({
    ...{ because: 'sample', asked_by: null, closed_at: null },
  });
  for (const id of others)
    expect(await readRows(db, 'callbacks', { verification_id: id })).toEqual([]);
  expect((await auditOf(db, 'verification', met)).at(-1)).toMatchObject({
    ...{ action: 'owe_callback', actor_id: null },
  });
  // A visit that was not drawn at first is not drawn at a later check.
  const later = await visit({ arrived_at });
  await check(0);
  await changeRows(db, 'verifications', { id: later }, { evidence_due: true });
  await check(100);
  expect(await readRows(db, 'callbacks', { verification_id: later })).toEqual([]);
});

// Covers: callbacks-2, callbacks-3
test('the number is shown to one reviewer at a time, each view is audited, and the result closes the call-back', async () => {
  const id = await add();
  expect((await showNumber(asha, 999_999_999)).statusCode).toBe(404);
  expect((await record(asha, id, 'confirms')).json()).toMatchObject({ code: 'callback_closed' });
  expect((await record(asha, id, 'differs')).json()).toMatchObject({
    errors: { note: ['Write in the note what differs.'] },
  });

  const shown = await showNumber(asha, id);
  expect(shown.json()).toMatchObject({ mobile_number: '9820098200' });
  const other = await showNumber(ravi, id);
  expect(other.statusCode).toBe(409);
  expect(other.json()).toMatchObject({
    ...{ code: 'claim_lost', message: 'Asha Rao is calling this number now.' },
  });
  expect((await record(ravi, id, 'confirms')).json()).toMatchObject({ code: 'claim_lost' });
  expect((await read(id)).callback).toMatchObject({
    ...{ because: 'asked', asked_by: 'Asha Rao', closed_at: null, calling: { by: 'Asha Rao' } },
  });
  expect((await list()).find((one) => one.verification_id === id)).toMatchObject({
    ...{ calling: { by: 'Asha Rao' }, tries: 0, result: null },
  });

  // Asha's claim expires, as if her call took longer than ten minutes.
  const over = { calling_until: new Date(Date.now() - 1) };
  await changeRows(db, 'callbacks', { verification_id: id }, over);
  expect((await showNumber(ravi, id)).statusCode).toBe(200);
  expect((await read(id)).callback).toMatchObject({
    ...{ asked_by: 'Asha Rao', calling: { by: 'Ravi Iyer' } },
  });
  expect((await record(ravi, id, 'differs', 'Works elsewhere')).statusCode).toBe(200);
  expect((await read(id)).callback).toMatchObject({
    closed_at: expect.any(String),
    calling: null,
    calls: [{ by: 'Ravi Iyer', result: 'differs', note: 'Works elsewhere' }],
  });
  expect((await list('closed'))[0]).toMatchObject({ verification_id: id, result: 'differs' });
  const audit = await auditOf(db, 'verification', id);
  expect(audit.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['ask_callback', asha.user.id],
    ['view_number', asha.user.id],
    ['view_number', ravi.user.id],
    ['record_callback', ravi.user.id],
  ]);
  expect(JSON.stringify(audit)).not.toMatch(/9820098200|Works elsewhere/);
});

// Covers: callbacks-4
test('no answer on three days of the provider’s time zone closes a call-back; another request opens it again', async () => {
  const id = await add();
  await ask(asha, id);
  expect((await ask(ravi, id)).json().message).toBe('A call-back is already open.');
  // These calls are on two days in Kolkata, before and after midnight, but on one day in UTC.
  for (const at of ['2026-03-01T18:00:00Z', '2026-03-01T18:20:00Z', '2026-03-01T18:40:00Z']) {
    const { message } = (await record(asha, id, 'no_answer')).json();
    expect(message).toBe('Recorded. The call-back stays open.');
    const last = await readRows(db, 'callback_calls', { verification_id: id }, ['id']);
    await changeRows(db, 'callback_calls', { id: Math.max(...last.map((one) => one.id)) }, { at });
  }
  await changeRows(db, 'callbacks', { verification_id: id }, { asked_at: '2026-03-01T00:00:00Z' });
  expect((await record(asha, id, 'no_answer')).json().message).toBe(
    'Recorded. There was no answer on 3 days, so the call-back is closed.',
  );
  expect((await record(asha, id, 'no_answer')).statusCode).toBe(409);
  expect((await ask(ravi, id)).json().message).toBe(
    'The call-back was added to the list of call-backs.',
  );
  expect((await record(asha, id, 'no_answer')).json().message).toBe(
    'Recorded. The call-back stays open.',
  );
});

// Covers: callbacks-5
test('a denied visit is a serious finding, and the agent’s last seven days are on the desk again, as decided', async () => {
  const own = closeAfterTest(await startTestApp());
  const [one, two] = [await signIn(own, 'admin'), await signIn(own, 'admin')];
  const agent = await addUser(own.db, 'agent');
  const rows = async (agentId: number, days: number, decision?: string) => {
    const { id } = await addVerificationRow(own.db, agentId);
    const submitted_at = new Date(Date.now() - days * 86_400_000);
    await changeRows(own.db, 'verifications', { id }, { submitted_at });
    if (decision) await decide(one, id, decision);
    return id;
  };
  const pending = await rows(agent.id, 1);
  const recent = await rows(agent.id, 6, 'negative');
  await rows(agent.id, 8, 'positive');
  await rows((await addUser(own.db, 'agent')).id, 1, 'positive');
  const denied = await rows(agent.id, 9, 'positive');
  await ask(one, denied);
  const decisions = () =>
    readRows(own.db, 'verifications', {}, ['id', 'admin_decision', 'decided_at']);
  const before = await decisions();
  expect((await record(one, denied, 'denies_visit')).json().message).toBe(
    'Recorded. 2 decided cases of this agent must be reviewed again.',
  );
  expect(await decisions()).toEqual(before);

  const look = async (id: number) =>
    (await two.get(`verification_tasks/${id}/`)).json<Verification>();
  const finding = { check: 'callback.denied', level: 'serious' };
  await dueChecks(own.platform, () => {})(new AbortController().signal);
  expect((await look(denied)).evidence?.findings).toMatchObject([finding]);
  expect((await look(recent)).review_again).toMatchObject({ denied_verification_id: denied });
  expect((await two.get('review/queue/')).json()).toMatchObject({ waiting: 3, again: 2 });
  const offered = [...(await next(two)), ...(await next(one))];
  expect(offered.sort()).toEqual([pending, recent, denied].sort());
  // The denied visit comes first, because its finding is serious.
  expect((await next(two, pending))[0]).toBe(denied);

  const kept = await readRow(own.db, 'verifications', { id: denied });
  for (const _ of [1, 2]) {
    const { message } = (await decide(two, denied, 'positive', true)).json();
    expect(message).toBe('The positive decision stays.');
  }
  expect(await readRow(own.db, 'verifications', { id: denied })).toEqual(kept);
  expect((await look(denied)).review_again).toBeNull();
  expect((await two.post(`review/${denied}/undo/`)).statusCode).toBe(200);
  expect((await look(denied)).review_again).not.toBeNull();
  expect((await decide(two, denied, 'negative', true)).statusCode).toBe(200);
  expect((await two.get('review/queue/')).json()).toMatchObject({ waiting: 2, again: 1 });
  expect((await two.post(`review/${denied}/undo/`)).statusCode).toBe(200);
  expect(await look(denied)).toMatchObject({
    ...{ admin_decision: 'positive', review_again: { denied_verification_id: denied } },
  });

  // Making the same decision in the record's dialog ends the repeated review too. A late retry of the first
  // decision does not end it.
  const fromDialog = async (updated_at: string) =>
    (
      await one.post(`verification_tasks/${denied}/admin-decision/`, {
        ...{ decision: 'positive', updated_at },
      })
    ).json().message;
  const { updated_at, submitted_at } = await look(denied);
  expect(await fromDialog(submitted_at)).toBe('Decision updated to positive.');
  expect((await look(denied)).review_again).not.toBeNull();
  expect(await fromDialog(updated_at)).toBe('The positive decision stays.');
  expect(await look(denied)).toMatchObject({ updated_at, review_again: null });
});

// Covers: callbacks-5
test('a visit that is denied again has its finding again, though the finding was dismissed', async () => {
  const id = await add();
  const deny = async () => {
    await ask(asha, id);
    expect((await record(asha, id, 'denies_visit')).statusCode).toBe(200);
    return readRow(db, 'evidence_findings', { verification_id: id });
  };
  const denied = await deny();
  const url = `verification_tasks/${id}/findings/callback.denied/dismiss/`;
  expect((await ravi.post(url, { because: 'explained', note: 'His brother' })).statusCode).toBe(
    200,
  );
  expect(await readRow(db, 'evidence_findings', { verification_id: id })).not.toEqual(denied);
  expect(await deny()).toEqual(denied);
});

// Covers: callbacks-6, disputes-1
test('neither a call-back nor a dispute prevents undoing a decision', async () => {
  const id = await add();
  await decide(asha, id, 'positive');
  await ravi.post(`verification_tasks/${id}/disputes/`, { because: 'late', note: '' });
  await showNumber(ravi, id);
  await record(ravi, id, 'confirms');
  expect((await asha.post(`review/${id}/undo/`)).statusCode).toBe(200);
  expect((await read(id)).admin_decision).toBe('pending');
});

// Covers: threat-45
test('after the retention period no number is shown, and notes of calls are deleted', async () => {
  const id = await add();
  await ask(asha, id);
  await record(asha, id, 'no_answer', 'His brother answered');
  await decide(asha, id, 'positive');
  const { applicant_id } = await readRow(db, 'verifications', { id });
  await anonymise(db, [applicant_id]);
  for (const refused of [await showNumber(asha, id), await record(asha, id, 'confirms')]) {
    expect(refused.json()).toMatchObject({ code: 'anonymised' });
  }
  expect(await readRow(db, 'callback_calls', { verification_id: id })).toMatchObject({ note: '' });
  expect((await list()).some((one) => one.verification_id === id)).toBe(false);
});

// Covers: callbacks-3, disputes-1
test('a call’s result or a dispute that is sent again after a lost answer is recorded once', async () => {
  const id = await add();
  await ask(asha, id);
  const send = (path: string, payload: object, key: string) =>
    running.app.inject({
      ...{ method: 'POST', url: `/api/v1/${path}`, payload },
      headers: { ...asha.headers, 'idempotency-key': key },
    });
  const calls = `review/${id}/callbacks/`;
  const disputes = `verification_tasks/${id}/disputes/`;
  for (const turn of [1, 2]) {
    const called = await send(calls, { result: 'no_answer', note: '' }, 'first-call');
    expect([turn, called.json().message]).toEqual([turn, 'Recorded. The call-back stays open.']);
    const disputed = await send(disputes, { because: 'late', note: '' }, 'first-dispute');
    expect([turn, disputed.statusCode]).toEqual([turn, 200]);
  }
  await send(calls, { result: 'no_answer', note: '' }, 'second-call');
  expect(await readRows(db, 'callback_calls', { verification_id: id })).toHaveLength(2);
  expect(await readRows(db, 'disputes', { verification_id: id })).toHaveLength(1);
});
