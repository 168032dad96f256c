import type { OwnWeek } from '@doorstep/contract/visits/own-week';
import { expect, test } from 'vitest';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { signIn, startSharedApp } from '../../../testing/test-app.ts';
import { addPhoneVisit } from '../../../testing/visits/phone-visit.ts';

const running = await startSharedApp();
const admin = await signIn(running, 'admin');

// Covers: phone-17
test('agents list their own visits of seven days, and why the office sent one back', async () => {
  const asha = await signIn(running, 'agent');
  const sent = [];
  for (let visit = 0; visit < 3; visit += 1) sent.push((await addPhoneVisit(running, asha)).id);
  const [older, sentBack, last] = sent as [string, string, string];
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await changeRows(running.db, 'visits', { id: older }, { received_at: daysAgo(7.1) });
  await changeRows(running.db, 'visits', { id: sentBack }, { arrived_at: daysAgo(6) });
  await changeRows(running.db, 'visits', { id: last }, { arrived_at: daysAgo(1) });
  const { id } = await readRow(running.db, 'verifications', { visit_id: sentBack }, ['id']);
  const why = { reasons: ['nameplate_missing'], note: 'Take it again.' };
  expect((await admin.post(`verification_tasks/${id}/send-back/`, why)).statusCode).toBe(200);

  const answer = await asha.get('agent/week/');
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  const { visits, has_more } = answer.json<OwnWeek>();
  expect(has_more).toBe(false);
  expect(visits).toMatchObject([
    { visit_id: last, state: 'received', outcome: 'met', sent_back: null, photos_expected: 0 },
    { visit_id: sentBack, state: 'sent_back', sent_back: why },
  ]);
  // Agents don't see the office's decisions and notes.
  expect(answer.body).not.toMatch(/decision|remark/);

  const ravi = await signIn(running, 'agent');
  expect((await ravi.get('agent/week/')).json()).toMatchObject({ visits: [] });
});
