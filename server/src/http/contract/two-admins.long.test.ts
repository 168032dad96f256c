import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVerificationRow } from '../../testing/submission.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  signIn,
  startTestApp,
  type TestApp,
  type Visitor,
} from '../../testing/test-app.ts';

let server: TestApp;
let address: string;
let admins: [Visitor, Visitor];
let agents: { id: number; name: string }[];
const rounds = 200;

beforeAll(async () => {
  server = await startTestApp();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  admins = [await signIn(server, 'superadmin'), await signIn(server, 'superadmin')];
  agents = [await addUser(server.db, 'agent'), await addUser(server.db, 'agent')];
});
afterAll(() => server.close());

async function ask(admin: Visitor, method: string, path: string, body?: object): Promise<number> {
  const answer = await fetch(address + path, {
    method,
    headers: {
      authorization: admin.headers.authorization,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

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
    const { id } = await addVerificationRow(server.db, agents[0]?.id ?? 0);
    const path = `/api/v1/verification_tasks/${id}/admin-decision/`;
    const statuses = await Promise.all([
      ask(admins[0], 'POST', path, { decision: 'positive' }),
      ask(admins[1], 'POST', path, { decision: 'negative' }),
    ]);
    expect(statuses).toEqual([200, 200]);
    const story = await auditOf(server.db, 'verification', id);
    expect(story.map(({ actor_id }) => actor_id).sort()).toEqual(
      admins.map(({ user }) => user.id).sort(),
    );
    const start = { admin_decision: 'pending', decided_by: null, decided_at: null };
    const end = expectUnbroken(story, start);
    const row = await server.db
      .selectFrom('verifications')
      .select(['admin_decision', 'decided_by', 'decided_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(end).toEqual(row);
    const { status } = await server.db
      .selectFrom('verifications')
      .innerJoin('applicants', 'applicants.id', 'verifications.applicant_id')
      .select('applicants.status')
      .where('verifications.id', '=', id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('submitted');
  }
});

test('two admins who assign at the same time are both in the audit, and the later assignment stays', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await addApplicant(server.db);
    const statuses = await Promise.all(
      admins.map((admin, at) =>
        ask(admin, 'PATCH', `/api/v1/applicants/${id}/`, {
          assigned_agent_name: agents[at]?.name,
        }),
      ),
    );
    expect(statuses).toEqual([200, 200]);
    const story = await auditOf(server.db, 'applicant', id);
    expect(story).toHaveLength(2);
    const end = expectUnbroken(story, { assigned_agent_id: null, status: 'pending' });
    const row = await server.db
      .selectFrom('applicants')
      .select(['assigned_agent_id', 'status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual(end);
  }
});

// Covers: threat-25
test('of two admins who delete at the same time one gets a 404, and an assignment in between is respected', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await addApplicant(server.db);
    const path = `/api/v1/applicants/${id}/`;
    const [first, second, assigned] = await Promise.all([
      ask(admins[0], 'DELETE', path),
      ask(admins[1], 'DELETE', path),
      ask(admins[round % 2 === 0 ? 0 : 1], 'PATCH', path, { assigned_agent_name: agents[0]?.name }),
    ]);
    expect([first, second].sort()).toEqual([200, 404]);
    expect([200, 404]).toContain(assigned);
    const story = await auditOf(server.db, 'applicant', id);
    expect(story.map(({ action }) => action)).toEqual(
      assigned === 200 ? ['assign', 'delete'] : ['delete'],
    );
    expectUnbroken(story, { assigned_agent_id: null, status: 'pending' });
    const row = await server.db
      .selectFrom('applicants')
      .select(['assigned_agent_id', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.assigned_agent_id).toBe(assigned === 200 ? agents[0]?.id : null);
    expect(row.deleted_at).not.toBeNull();
  }
});
