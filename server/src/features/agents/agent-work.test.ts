import { randomUUID } from 'node:crypto';
import { type AgentWork, agentWorkDays } from '@doorstep/contract/agents';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addFinding } from '../../testing/evidence/add-finding.ts';
import { addLenderRow, setDue } from '../../testing/lenders.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../testing/test-app.ts';
import { readAgentWork } from './agent-work-store.ts';

const doorstep = await startSharedApp();
const { db } = doorstep;
const admin = await signIn(doorstep, 'admin');
const read = async (id: number): Promise<AgentWork> =>
  (await admin.get(`agents/${id}/work/`)).json();

// Covers: agents-18
test('shows the open work, today’s visits, and each of the last 28 days', async () => {
  const agent = await addUser(db, 'agent', { name: 'Ravi Kumar' });
  const task = await addApplicant(db, { assigned_agent_id: agent.id });
  const addVisit = (more: object = {}) =>
    db
      .insertInto('visits')
      .values({
        ...{ id: randomUUID(), applicant_id: task.id, agent_id: agent.id, outcome: 'locked' },
        ...{ is_final: false, request_sha256: Buffer.alloc(32), arrived_at: new Date() },
        ...more,
      })
      .execute();
  await addVisit({ completed_at: new Date() });
  // This visit is incomplete: a photo or the signature has not arrived yet.
  await addVisit({ arrived_at: new Date(Date.now() - 3 * 86_400_000) });

  const verification = await addVerificationRow(db, agent.id);
  const applicant_id = verification.applicant.id;
  const at = new Date(Date.now() - 90 * 60_000).toISOString();
  await changeRows(db, 'assignments', { applicant_id }, { at });
  const met = { id: randomUUID(), applicant_id, outcome: 'met', is_final: true };
  await addVisit({ ...met, completed_at: new Date() });
  await changeRows(db, 'verifications', { id: verification.id }, { visit_id: met.id });
  const { id: old } = await addVerificationRow(db, agent.id);
  const submitted_at = sql`now() - interval '40 days'`;
  await changeRows(db, 'verifications', { id: old }, { submitted_at });
  await sql`insert into send_backs (verification_id, reasons, by_id)
    values (${verification.id}, '{photos_unclear}', ${admin.user.id})`.execute(db);
  await addFinding(db, verification.id, { level: 'serious' });

  const work = await read(agent.id);
  expect(work).toMatchObject({
    ...{ id: agent.id, name: 'Ravi Kumar', is_active: true, last_seen: null, phone: null },
    to_send: { count: 1, since: expect.stringMatching(/Z$/) },
  });
  expect(work).not.toHaveProperty('late');
  const open = { assigned_agent_id: agent.id, status: 'assigned' } as const;
  expect(work.open).toBe((await readRows(db, 'applicants', open, ['id'])).length);
  expect(work.today).toMatchObject([
    { applicant_id: task.id, outcome: 'locked', is_final: false },
    { applicant_id, outcome: 'met', is_final: true },
  ]);
  expect(work.days).toHaveLength(agentWorkDays);
  expect(work.days.at(-1)).toMatchObject({ visits: 1, sent_back: 1, findings: 1 });
  expect(work.days.at(-1)?.minutes).toBeGreaterThanOrEqual(89);
  expect(
    work.days.slice(0, -1).every(({ visits, minutes }) => visits === 0 && minutes === null),
  ).toBe(true);
});

test('an admin and a deleted agent have no such page', async () => {
  expect((await admin.get(`agents/${admin.user.id}/work/`)).statusCode).toBe(404);
  const { id } = await addUser(db, 'agent');
  await changeRows(db, 'users', { id }, { deleted_at: new Date() });
  expect((await admin.get(`agents/${id}/work/`)).statusCode).toBe(404);
});

// Covers: agents-18
test('with a lender, counts the open work that is late and that is due by the end of the day', async () => {
  const { ruleId } = await addLenderRow(db);
  const agent = await addUser(db, 'agent');
  for (const time of ['11:59:59', '12:00:00', '18:29:59', '18:30:00']) {
    const { id } = await addApplicant(db, { assigned_agent_id: agent.id });
    await setDue(db, id, ruleId);
    const due_at = `2026-03-05T${time}Z`;
    const warned = { warn_unassigned_at: due_at, warn_unvisited_at: due_at };
    await changeRows(db, 'applicants', { id }, { due_at, ...warned, warn_undecided_at: due_at });
  }
  const noon = Temporal.Instant.from('2026-03-05T12:00:00Z');
  expect(await readAgentWork(db, agent.id, 'Asia/Kolkata', noon)).toMatchObject({
    ...{ open: 4, late: 1, due_today: 2 },
  });
});
