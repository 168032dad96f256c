import { expect, test } from 'vitest';
import { readRow } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const { db } = server;
const [one, two] = [await signIn(server, 'superadmin'), await signIn(server, 'superadmin')];
const [asha, ravi] = [await addUser(db, 'agent'), await addUser(db, 'agent')];
const rounds = 200;

type Answers = Promise<{ statusCode: number }>[];
const statusesOf = async (answers: Answers) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode);

type Story = Awaited<ReturnType<typeof auditOf>>;

/**
 * Expects that each audit row starts from the state in which the previous row ended. Otherwise a change was
 * overwritten.
 */
function expectUnbroken(story: Story, start: Record<string, unknown>): Record<string, unknown> {
  let state = start;
  for (const { action, before, after } of story) {
    for (const [name, value] of Object.entries(before ?? {})) {
      if (name in state) expect(state[name], `${name} before ${action}`).toEqual(value);
    }
    state = { ...state, ...after };
  }
  return state;
}

// Covers: threat-25
test('two admins who decide at the same time are both in the audit, and the later decision stays', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, applicant } = await addVerificationRow(db, asha.id);
    const path = `verification_tasks/${id}/admin-decision/`;
    const statuses = await statusesOf([
      one.post(path, { decision: 'positive' }),
      two.post(path, { decision: 'negative' }),
    ]);
    expect(statuses).toEqual([200, 200]);
    const story = await auditOf(db, 'verification', id);
    const deciders = story.map(({ actor_id }) => actor_id);
    expect(new Set(deciders)).toEqual(new Set([one.user.id, two.user.id]));
    const start = { admin_decision: 'pending', decided_by: null, decided_at: null };
    const decided = ['admin_decision', 'decided_by', 'decided_at'] as const;
    const end = expectUnbroken(story, start);
    expect(end).toEqual(await readRow(db, 'verifications', { id }, decided));
    const { status } = await readRow(db, 'applicants', { id: applicant.id }, ['status']);
    expect(status).toBe('submitted');
  }
});

test('two admins who assign at the same time are both in the audit, and the later assignment stays', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await addApplicant(db);
    const statuses = await statusesOf([
      one.patch(`applicants/${id}/`, { assigned_agent_name: asha.name }),
      two.patch(`applicants/${id}/`, { assigned_agent_name: ravi.name }),
    ]);
    expect(statuses).toEqual([200, 200]);
    const story = await auditOf(db, 'applicant', id);
    expect(story).toHaveLength(2);
    const end = expectUnbroken(story, { assigned_agent_id: null, status: 'pending' });
    const assigned = ['assigned_agent_id', 'status'] as const;
    expect(await readRow(db, 'applicants', { id }, assigned)).toEqual(end);
  }
});

// Covers: threat-25
test('of two admins who delete at the same time one gets a 404, and an assignment in between is respected', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await addApplicant(db);
    const path = `applicants/${id}/`;
    const third = round % 2 === 0 ? one : two;
    const [first, second, assigned] = await statusesOf([
      one.delete(path),
      two.delete(path),
      third.patch(path, { assigned_agent_name: asha.name }),
    ]);
    expect([first, second].toSorted()).toEqual([200, 404]);
    expect([200, 404]).toContain(assigned);
    const isAssigned = assigned === 200;
    const story = await auditOf(db, 'applicant', id);
    expect(story.map(({ action }) => action)).toEqual([
      ...(isAssigned ? ['assign', 'delete'] : ['delete']),
    ]);
    expectUnbroken(story, { assigned_agent_id: null, status: 'pending' });
    expect(await readRow(db, 'applicants', { id })).toMatchObject({
      assigned_agent_id: isAssigned ? asha.id : null,
      deleted_at: expect.any(String),
    });
  }
});
