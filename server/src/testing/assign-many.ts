import type { AssignUndone, ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { TestApp, Visitor } from './test-app.ts';

interface Answer<Body> {
  status: number;
  body: Body & { code?: string; count?: number; errors?: object };
}
interface More {
  by?: Visitor;
  key?: string;
}

/**
 * Returns functions that assign many applicants and undo the assignments. `by` is the admin who sends a
 * request, by default `admin`.
 */
export function manyAssigner({ app }: TestApp, admin: Visitor) {
  async function post(path: string, payload: object, { by = admin, key = '' }: More = {}) {
    const answer = await app.inject({
      ...{ method: 'POST', url: `/api/v1/applicants/assign/${path}`, payload },
      headers: { ...by.headers, ...(key && { 'idempotency-key': key }) },
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  const assign = (payload: object, more?: More): Promise<Answer<ManyAssigned>> =>
    post('', payload, more);
  return {
    assign,
    move: (payload: object, more?: More) => assign({ move: true, ...payload }, more),
    undo: (ids: number[], more?: More): Promise<Answer<AssignUndone>> =>
      post('undo/', { ids }, more),
  };
}

export async function countAudits(db: Kysely<Database>, ids: number[], action: string) {
  const rows = await db
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', 'applicant')
    .where('action', '=', action)
    .where('subject_id', 'in', ids)
    .execute();
  return rows.length;
}

/**
 * Returns the ids of the agents to whom these applicants are assigned, each once. Includes null if an
 * applicant has no agent.
 */
export async function holdersOf(db: Kysely<Database>, ids: number[]) {
  const rows = await db
    .selectFrom('applicants')
    .select('assigned_agent_id')
    .distinct()
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ assigned_agent_id }) => assigned_agent_id);
}
