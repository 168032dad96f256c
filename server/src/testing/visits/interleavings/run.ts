import { randomUUID } from 'node:crypto';
import type { ManifestPhoto, VisitManifest } from '@doorstep/contract/visits/manifest';
import { addLenderRow, setDue } from '../../lenders.ts';
import { changeRows } from '../../rows.ts';
import { addApplicant, type TestApp, type Visitor } from '../../test-app.ts';

export interface People {
  agents: Visitor[];
  admins: Visitor[];
  named: ManifestPhoto[];
  bytes: Map<string, Buffer>;
}

export interface Run {
  portfolio: string;
  applicants: { id: number; application_id: string }[];
  sent: Map<string, { manifest: VisitManifest; by: Visitor }>;
  stored: Set<string>;
  /** The past and current assignments at the start of the round, as {@link pairOf}. */
  assigned: Set<string>;
}

export async function begin({ db }: TestApp, { agents }: People): Promise<Run> {
  const portfolio = `Run ${randomUUID()}`;
  const lender = await addLenderRow(db, { portfolios: [portfolio] });
  await changeRows(db, 'lenders', { id: lender.id }, { second_looks: true });
  const applicants = await Promise.all(
    agents
      .slice(0, 3)
      .map(({ user }) =>
        addApplicant(db, { portfolio_name: portfolio, assigned_agent_id: user.id }),
      ),
  );
  for (const { id } of applicants) await setDue(db, id, lender.ruleId);
  return { portfolio, applicants, sent: new Map(), stored: new Set(), assigned: new Set() };
}

export const pairOf = (applicant: number, agent: number) => `${applicant} ${agent}`;

export async function assignmentsOf({ db }: TestApp, { applicants }: Run): Promise<Set<string>> {
  const ids = applicants.map(({ id }) => id);
  const rows = await db
    .selectFrom('assignments')
    .select(['applicant_id', 'agent_id'])
    .where('applicant_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => pairOf(row.applicant_id, row.agent_id)));
}

export const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % all.length];

export async function ask(
  { app }: TestApp,
  by: Visitor,
  method: string,
  url: string,
  payload?: object,
) {
  const answer = await app.inject({
    method: method as 'POST',
    url,
    headers: { authorization: by.headers.authorization },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.statusCode === 204 ? {} : answer.json() };
}
