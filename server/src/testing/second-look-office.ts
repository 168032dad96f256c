import type { Verification } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import { addFinding } from './evidence/add-finding.ts';
import { addLenderRow } from './lenders.ts';
import { changeRows } from './rows.ts';
import { addVerificationRow } from './submission.ts';
import { closeAfterTest, signIn, startTestApp, type TestApp } from './test-app.ts';

/** Starts an office with a lender that wants second looks and with an agent who is not new. No decision is drawn. */
export async function secondLookOffice(
  secondLooks: Partial<TestApp['config']['secondLooks']> = {},
) {
  const none = { drawn: { positive: 0, negative: 0 }, countsAlone: true };
  const test = closeAfterTest(await startTestApp({ secondLooks: { ...none, ...secondLooks } }));
  const { db } = test;
  const agent = await signIn(test, 'agent');
  for (let visit = 0; visit < 20; visit += 1) await addVerificationRow(db, agent.user.id);
  await db.deleteFrom('review_claims').execute();
  await changeRows(db, 'verifications', {}, { sent_back_at: sql`now()` });
  const lender = await addLenderRow(db);
  await changeRows(db, 'lenders', { id: lender.id }, { second_looks: true });
  const visit = (by = agent) =>
    addVerificationRow(db, by.user.id, { portfolio_name: lender.portfolio });
  const serious = async () => {
    const made = await visit();
    await addFinding(db, made.id, { level: 'serious' });
    return made;
  };
  return { ...{ test, db, agent, lender, visit, serious }, person: people(test) };
}

function people(test: TestApp) {
  return async (role: 'admin' | 'superadmin', name: string) => {
    const visitor = await signIn(test, role, { name });
    const post = async (path: string, payload: object = {}) => {
      const answer = await visitor.post(path, payload);
      return { status: answer.statusCode, ...answer.json() };
    };
    return {
      ...visitor,
      decide: (id: number, decision: string, more: object = {}) =>
        post(`verification_tasks/${id}/admin-decision/`, { decision, ...more }),
      ask: (id: number, decision: string, more: object = {}) =>
        post(`review/${id}/second-look/`, { decision, ...more }),
      undo: (id: number) => post(`review/${id}/undo/`),
      next: async () => (await post('review/next/')).verification_ids as number[],
      queue: async () => (await visitor.get('review/queue/')).json(),
      open: async (id: number): Promise<Verification> =>
        (await visitor.get(`verification_tasks/${id}`)).json(),
      history: async (id: number): Promise<{ action: string; actor: { name: string } }[]> =>
        (await visitor.get(`verification_tasks/${id}/history/`)).json().results,
    };
  };
}

export const decisionOf = (db: TestApp['db'], id: number) =>
  db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .select(['v.admin_decision', 'v.decided_by', 'v.decision_notes', 'v.second_look'])
    .select(['a.status', 'a.clock_stopped_at'])
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow();
