import type { Applicant, ApplicantRecord, RelatedApplicant } from '@doorstep/contract/applicants';
import { sql } from 'kysely';
import { type Actor, auditRow, insertAudit } from '../../db/audit/record.ts';
import { type Db, prepared } from '../../db/connection.ts';
import { visitedOrSubmittedAt } from '../../domain/visits/visit-of-verification.ts';
import {
  type ApplicantRow,
  applicantColumns,
  type StoredApplicant,
  toApplicant,
} from './applicant-rows.ts';

export async function findApplicant(db: Db, id: number): Promise<StoredApplicant | undefined> {
  const { rows } = await sql<ApplicantRow>`
    select ${prepared} ${applicantColumns} from applicants a left join users u on u.id = a.assigned_agent_id
    where a.id = ${id} and a.deleted_at is null`.execute(db);
  return rows[0] && toApplicant(rows[0]);
}

/** The last time that an agent gave an applicant's task back; of that the audit alone keeps why. */
export async function findGiveBack(
  db: Db,
  id: number,
): Promise<Pick<ApplicantRecord, 'given_back'>> {
  const { rows } = await sql<NonNullable<ApplicantRecord['given_back']>>`
    select ${prepared} u.name as by, a.at, a.after ->> 'reason' as reason, coalesce(a.after ->> 'note', '') as note
    from audit a join users u on u.id = a.actor_id
    where a.subject = 'applicant' and a.subject_id = ${id} and a.action = 'give_back'
    order by a.id desc limit 1`.execute(db);
  return { given_back: rows[0] };
}

/** Returns what the last visit to an applicant led to, and how it was decided. */
export async function findLatestVerification(
  db: Db,
  id: number,
): Promise<Pick<ApplicantRecord, 'latest_verification'>> {
  const { rows } = await sql<NonNullable<ApplicantRecord['latest_verification']>>`
    select ${prepared} v.id, agent.name as agent, v.submitted_at, v.admin_decision, admin.name as decided_by, v.decided_at
    from verifications v join users agent on agent.id = v.agent_id left join users admin on admin.id = v.decided_by
    where v.applicant_id = ${id} order by v.id desc limit 1`.execute(db);
  return { latest_verification: rows[0] };
}

/** The other applicants of an application number, oldest first, each with its latest verification. */
export function listRelated(
  db: Db,
  { id, application_id }: Pick<Applicant, 'id' | 'application_id'>,
): Promise<RelatedApplicant[]> {
  return db
    .selectFrom('applicants as a')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('verifications as v')
          .select(['v.id', visitedOrSubmittedAt.as('visited_at')])
          .whereRef('v.applicant_id', '=', 'a.id')
          .orderBy('v.id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['a.id', 'a.applicant_name', 'a.applicant_type', 'a.visit_type', 'a.status'])
    .select(['latest.id as verification_id', 'latest.visited_at'])
    .where('a.application_id', '=', application_id)
    .where('a.id', '<>', id)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id')
    .execute();
}

/** The state of an applicant before a change. */
const lockedColumns = [
  ...(['id', 'applicant_name', 'status', 'assigned_agent_id'] as const),
  ...(['anonymised_at', 'updated_at'] as const),
];

/** The row of an applicant, locked against every other change until the transaction ends. */
export function lockApplicant(db: Db, id: number) {
  return db
    .selectFrom('applicants')
    .select(lockedColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

type LockedApplicant = NonNullable<Awaited<ReturnType<typeof lockApplicant>>>;

/**
 * Locks an applicant, and before it the active agents of a full name in any case, so that none is deactivated or deleted
 * meanwhile. In this order, as where an agent is deleted: the other one could deadlock.
 */
export async function lockForAssignment(
  db: Db,
  id: number,
  agentName: string,
): Promise<{ applicant: LockedApplicant | undefined; agentIds: number[] }> {
  const { rows } = await sql<LockedApplicant & { agent_ids: number[] }>`
    ${prepared} with agents as materialized (
      select id from users where lower(name) = lower(${agentName}) and not is_admin and is_active and deleted_at is null
      order by id for share
    ), applicant as materialized (
      select ${sql.join(lockedColumns.map((column) => sql.ref(column)))} from applicants
      where id = ${id} and deleted_at is null and (select count(*) from agents) >= 0 for update
    ) select applicant.*, to_json(array(select id from agents order by id)) as agent_ids
    from (select 1) as one left join applicant on true`.execute(db);
  const { agent_ids: agentIds = [], ...applicant } = rows[0] ?? {};
  return { applicant: isFound(applicant) ? applicant : undefined, agentIds };
}

const isFound = (row: { id?: number | null }): row is LockedApplicant => typeof row.id === 'number';

/** Gives a locked applicant to an agent and records it in the audit; answers the applicant as it is then. */
export async function setAgent(
  db: Db,
  actor: Actor,
  { id, assigned_agent_id, status }: LockedApplicant,
  agentId: number,
): Promise<StoredApplicant> {
  const recorded = auditRow(actor, {
    ...{ action: 'assign', subject: 'applicant', subjectId: id },
    before: { assigned_agent_id, status },
    after: sql`jsonb_build_object('assigned_agent_id', assigned_agent_id, 'status', status)`,
  });
  const { rows } = await sql<ApplicantRow>`
    ${prepared} with a as (
      update applicants set assigned_agent_id = ${agentId}, status = 'assigned', updated_at = now()
      where id = ${id} returning *
    ), recorded as (
      ${insertAudit} ${recorded} from a
    ) select ${applicantColumns} from a left join users u on u.id = a.assigned_agent_id`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error(`Applicant ${id} is gone although it was locked`);
  return toApplicant(row);
}

export async function hasVerification(db: Db, applicantId: number): Promise<boolean> {
  const verification = await db
    .selectFrom('verifications')
    .select('id')
    .where('applicant_id', '=', applicantId)
    .limit(1)
    .executeTakeFirst();
  return verification !== undefined;
}

/** Whether anybody stood at the door, with or without a verification of it. */
export async function hasVisit(db: Db, applicantId: number): Promise<boolean> {
  const visit = await db
    .selectFrom('visits')
    .select('id')
    .where('applicant_id', '=', applicantId)
    .limit(1)
    .executeTakeFirst();
  return visit !== undefined;
}

export async function hideApplicant(db: Db, id: number): Promise<void> {
  await db
    .updateTable('applicants')
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
