import type { Applicant, ApplicantRecord, RelatedApplicant } from '@doorstep/contract/applicants';
import { sql } from 'kysely';
import { type Actor, auditRow, insertAudit } from '../../db/audit/record.ts';
import { type Db, prepared } from '../../db/connection.ts';
import { updateRow } from '../../db/update-row.ts';
import { isBlind } from '../../domain/review/second-look-access.ts';
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

/** Reads the audit, because only the audit has the reason of a give-back. */
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

/** Shows the decision as pending to a reader who may give the second look, because a second look is blind. */
export async function findLatestVerification(
  db: Db,
  id: number,
  readerId: number,
): Promise<Pick<ApplicantRecord, 'latest_verification'>> {
  const { rows } = await sql<NonNullable<ApplicantRecord['latest_verification']>>`
    select ${prepared} v.id, agent.name as agent, v.submitted_at, case when s.is_blind then 'pending' else v.admin_decision end as admin_decision,
      case when not s.is_blind then admin.name end as decided_by, case when not s.is_blind then v.decided_at end as decided_at
    from verifications v join users agent on agent.id = v.agent_id left join users admin on admin.id = v.decided_by
      cross join lateral (select ${isBlind(sql`v.id`, readerId)} as is_blind) as s
    where v.applicant_id = ${id} order by v.id desc limit 1`.execute(db);
  return { latest_verification: rows[0] };
}

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

const lockedColumns = [
  ...(['id', 'applicant_name', 'status', 'assigned_agent_id'] as const),
  ...(['anonymised_at', 'updated_at'] as const),
];

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

const activeAgents = (name: string) => sql`
  select id from users where lower(name) = lower(${name}) and not is_admin and is_active and deleted_at is null`;

/**
 * Locks the active agents with this full name (ignoring upper and lower case), and then the applicant. The
 * deletion of an agent uses the same order, because a different order could cause a deadlock.
 */
export async function lockForAssignment(
  db: Db,
  id: number,
  agentName: string,
): Promise<{ applicant: LockedApplicant | undefined; agentIds: number[] }> {
  const { rows } = await sql<LockedApplicant & { agent_ids: number[] }>`
    ${prepared} with agents as materialized (
      ${activeAgents(agentName)} order by id for share
    ), applicant as materialized (
      select ${sql.join(lockedColumns.map((column) => sql.ref(column)))} from applicants
      where id = ${id} and deleted_at is null and (select count(*) from agents) >= 0 for update
    ) select applicant.*, to_json(array(select id from agents order by id)) as agent_ids
    from (select 1) as one left join applicant on true`.execute(db);
  const { agent_ids: agentIds = [], ...applicant } = rows[0] ?? {};
  return { applicant: isFound(applicant) ? applicant : undefined, agentIds };
}

const isFound = (row: { id?: number | null }): row is LockedApplicant => typeof row.id === 'number';

/** The agent to assign: the full name of an active agent, and an id if several agents have this name. */
export interface Choice {
  assigned_agent_name: string;
  assigned_agent_id?: number | undefined;
  /** The applicant's `updated_at` when the caller read it. */
  updated_at?: string | undefined;
}

/**
 * Assigns the agent and records the change in the audit in one statement. Returns undefined and changes
 * nothing if anything prevents the assignment.
 */
export async function setAgent(
  db: Db,
  actor: Actor,
  id: number,
  { assigned_agent_name: name, assigned_agent_id: chosen, updated_at: seen }: Choice,
): Promise<StoredApplicant | undefined> {
  const recorded = auditRow(actor, {
    ...{ event: 'applicant.assign', subjectId: id },
    before: sql`jsonb_build_object('assigned_agent_id', agent_before, 'status', status_before)`,
    after: sql`jsonb_build_object('assigned_agent_id', assigned_agent_id, 'status', status)`,
  });
  const { rows } = await sql<ApplicantRow>`
    ${prepared} with agents as materialized (
      ${activeAgents(name)} and id = coalesce(${chosen ?? null}, id) order by id for share
    ), before as materialized (
      -- Locks the row before the update. If the update itself waited for the lock, "returning old" would have
      -- outdated values, because a trigger runs before the update (PostgreSQL 18).
      select id, assigned_agent_id, status from applicants
      where id = ${id} and deleted_at is null and anonymised_at is null
        and (select count(*) from agents) = 1
        and assigned_agent_id is distinct from (select id from agents)
        and date_trunc('milliseconds', updated_at) = coalesce(${seen ?? null}, date_trunc('milliseconds', updated_at))
      for update
    ), a as (
      update applicants set assigned_agent_id = (select id from agents), status = 'assigned', updated_at = now()
      from before where applicants.id = before.id
      returning applicants.*, before.assigned_agent_id as agent_before, before.status as status_before
    ), recorded as (
      ${insertAudit} ${recorded} from a
    ) select ${applicantColumns} from a left join users u on u.id = a.assigned_agent_id`.execute(
    db,
  );
  return rows[0] && toApplicant(rows[0]);
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
  await updateRow(db, 'applicants', id, { deleted_at: sql`now()`, updated_at: sql`now()` });
}
