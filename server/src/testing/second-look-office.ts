import type { Verification } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import { addFinding } from './evidence/add-finding.ts';
import { addLenderRow } from './lenders.ts';
import { changeRows } from './rows.ts';
import { addVerificationRow } from './submission.ts';
import { closeAfterTest, signIn, startTestApp, type TestApp } from './test-app.ts';

type Role = 'admin' | 'superadmin';

interface Options {
  asha?: Role;
  ravi?: Role;
  /** Whether every decision gets a second look. */
  drawsAll?: boolean;
  countsAlone?: boolean;
}

/** Starts an office with two admins, a lender that wants second looks, and an agent who is not new. */
export async function secondLookOffice(options: Options = {}) {
  const { countsAlone = true, drawsAll = false } = options;
  const percent = drawsAll ? 100 : 0;
  const secondLooks = { drawn: { positive: percent, negative: percent }, countsAlone };
  const test = closeAfterTest(await startTestApp({ secondLooks }));
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
  const asha = await addPerson(test, options.asha ?? 'admin', 'Asha Rao');
  const ravi = await addPerson(test, options.ravi ?? 'admin', 'Ravi Iyer');
  const leave = ({ user: { id } }: Person) => changeRows(db, 'users', { id }, { is_active: false });
  /** Puts a verification on the desk for a repeated review, as if the person met had denied the visit. */
  const deny = (id: number) =>
    db.insertInto('reviews_again').values({ verification_id: id, denied_id: id }).execute();
  const decisionOf = (id: number) =>
    db
      .selectFrom('verifications as v')
      .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
      .select(['v.admin_decision as decision', 'v.second_look as look'])
      .select([
        'v.decided_by',
        'v.decided_at',
        'v.decision_notes as notes',
        'a.status',
        'a.clock_stopped_at',
      ])
      .where('v.id', '=', id)
      .executeTakeFirstOrThrow();
  return { test, db, agent, lender, visit, serious, decisionOf, deny, leave, asha, ravi };
}

type Person = Awaited<ReturnType<typeof addPerson>>;

export async function addPerson(test: TestApp, role: Role, name: string) {
  const visitor = await signIn(test, role, { name });
  const post = async (path: string, payload: object = {}) => {
    const answer = await visitor.post(path, payload);
    return { status: answer.statusCode, ...answer.json() };
  };
  const read = async (path: string) => (await visitor.get(path)).json();
  return {
    ...visitor,
    read,
    decide: (id: number, decision: string, more: object = {}) =>
      post(`verification_tasks/${id}/admin-decision/`, { decision, ...more }),
    ask: (id: number, decision: string) => post(`review/${id}/second-look/`, { decision }),
    undo: (id: number) => post(`review/${id}/undo/`),
    next: async () => (await post('review/next/')).verification_ids as number[],
    queue: () => read('review/queue/'),
    open: (id: number): Promise<Verification> => read(`verification_tasks/${id}`),
    history: async (id: number): Promise<string[]> =>
      (await read(`verification_tasks/${id}/history/`)).results.map(
        ({ action }: { action: string }) => action,
      ),
    makeReport: async ({ application_id }: { application_id: string }) =>
      (await visitor.post('pdf-generator/generate_pdf/', { application_id })).statusCode,
  };
}
