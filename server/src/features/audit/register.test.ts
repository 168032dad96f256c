import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { recordAudit, serverActor } from '../../db/audit/record.ts';
import { addFinding } from '../../testing/evidence/add-finding.ts';
import { addLenderRow } from '../../testing/lenders.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addUser, auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';
import { anonymise } from '../retention/retention-store.ts';

const running = await startSharedApp();
const { db } = running;
const asha = await signIn(running, 'admin', { name: 'Asha Rao' });
const boss = await signIn(running, 'superadmin', { name: 'Ravi Iyer' });
const agent = await addUser(db, 'agent', { name: '=cmd()' });
const month = Temporal.Now.plainDateISO('Asia/Kolkata').toString().slice(0, 7);
const register = (wanted = month) => boss.get(`quality-register/?month=${wanted}`);

// Covers: disputes-1
test('a lender’s dispute is recorded with its reason, shown in the record, and its note goes with the case', async () => {
  const { id, applicant } = await addVerificationRow(db, agent.id);
  const send = (because: string, note = '') =>
    asha.post(`verification_tasks/${id}/disputes/`, { because, note });
  expect((await send('other')).json()).toMatchObject({
    errors: { note: ['Write in the note what the lender disputes.'] },
  });
  expect((await send('not_visited', 'He was abroad')).statusCode).toBe(200);
  const read = async () => (await asha.get(`verification_tasks/${id}/`)).json<Verification>();
  expect(await read()).toMatchObject({
    admin_decision: 'pending',
    disputes: [{ by: 'Asha Rao', because: 'not_visited', note: 'He was abroad' }],
  });
  expect(await auditOf(db, 'verification', id)).toMatchObject([
    { action: 'dispute', after: { because: 'not_visited' } },
  ]);
  await asha.post(`verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
  await anonymise(db, [applicant.id]);
  expect(await readRow(db, 'disputes', { verification_id: id })).toMatchObject({ note: '' });
  expect((await send('late')).json()).toMatchObject({ code: 'anonymised' });
});

// Covers: disputes-2
test('the register has what reviewers did in a month, without formulas, and its download is in the audit', async () => {
  const { portfolio, name } = await addLenderRow(db);
  const { id } = await addVerificationRow(db, agent.id, { portfolio_name: portfolio });
  await asha.post(`verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
  await asha.post(`verification_tasks/${id}/disputes/`, { because: 'late', note: 'Two days late' });
  await boss.post(`review/${id}/callbacks/ask/`);
  await boss.post(`review/${id}/callbacks/`, { result: 'denies_visit' });
  await recordAudit(db, serverActor, 'verification.owe_callback', id);

  const answer = await register();
  expect(answer.headers['content-disposition']).toContain(`quality-register-${month}.csv`);
  const lines = answer.body.split('\r\n').filter((line) => line.includes(`,${id},`));
  expect(lines.map((line) => line.split(',').slice(2, 7))).toEqual([
    ['Decided', 'Asha Rao', 'positive', 'pending', ''],
    ['Recorded a lender’s dispute', 'Asha Rao', '', '', 'The report came late'],
    ['Asked for a call-back', 'Ravi Iyer', '', '', ''],
    ['Recorded a call-back', 'Ravi Iyer', 'Denies the visit', '', ''],
    ['Put on the review desk again', 'Ravi Iyer', '', '', ''],
    ['Selected for a call-back', 'Server', '', '', ''],
  ]);
  expect(lines[0]).toContain(name);
  expect(answer.body).toContain(`'=cmd()`);
  expect(answer.body).not.toContain('Two days late');
  const { after } = await readRow(db, 'audit', { subject: 'audit', action: 'register' }, ['after']);
  expect(after).toEqual({ month });

  // January has no rows, because all rows of this test are in the current month.
  expect((await register('2026-01')).body.split('\r\n')).toHaveLength(2);
});

// Covers: disputes-2
test('the register says why a decision got a second look, and which one was undone', async () => {
  const { portfolio, id: lender } = await addLenderRow(db);
  await changeRows(db, 'lenders', { id: lender }, { second_looks: true });
  const { id } = await addVerificationRow(db, agent.id, { portfolio_name: portfolio });
  const ask = () => boss.post(`review/${id}/second-look/`, { decision: 'positive' });
  await ask();
  await boss.post(`review/${id}/undo/`);
  await ask();
  await asha.post(`verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
  const lines = (await register()).body.split('\r\n').filter((line) => line.includes(`,${id},`));
  expect(lines.map((line) => line.split(',').slice(2, 7))).toEqual([
    ['Decided; waits for a second reviewer', 'Ravi Iyer', 'positive', '', 'Second look requested'],
    ['Undid the decision', 'Ravi Iyer', '', 'positive', ''],
    ['Decided; waits for a second reviewer', 'Ravi Iyer', 'positive', '', 'Second look requested'],
    [
      ...['Confirmed the decision of another reviewer', 'Asha Rao', 'positive', 'pending'],
      'Second look requested',
    ],
  ]);
});

// Covers: disputes-2
test('the register says why a verification was sent back, and why a finding was dismissed', async () => {
  const { id } = await addVerificationRow(db, agent.id);
  await addFinding(db, id, { check_id: 'place.district' });
  const record = `verification_tasks/${id}`;
  await asha.post(`${record}/findings/place.district/dismiss/`, { because: 'pin_code_wrong' });
  await asha.post(`${record}/send-back/`, { reasons: ['photo_unclear', 'neighbour_missing'] });
  const lines = (await register()).body.split('\r\n').filter((line) => line.includes(`,${id},`));
  expect(lines.map((line) => line.split(',')[6])).toEqual([
    'Visit in another district: Wrong pin code in the lender’s file',
    'Photo unclear; Neighbour missing',
  ]);
});

// Covers: disputes-2
test('the register does not tell a decision whose second look its reader may give', async () => {
  const { portfolio, id: lenderId } = await addLenderRow(db);
  await changeRows(db, 'lenders', { id: lenderId }, { second_looks: true });
  const { id } = await addVerificationRow(db, agent.id, { portfolio_name: portfolio });
  await changeRows(db, 'verifications', { id }, { was_serious: true });
  await asha.post(`verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
  expect((await register()).body).not.toContain(`,${id},`);
  await boss.post(`verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
  expect((await register()).body).toContain(`,${id},`);
});
