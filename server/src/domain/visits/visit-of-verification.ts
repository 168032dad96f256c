import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import { sql } from 'kysely';
import { isoUtc } from '../../db/moments.ts';
import { arrivedAt } from './server-time.ts';

/**
 * The outcome of the visit of a verification `v`. Null if it is unknown: a visit that was sent in one request
 * reports no outcome, and old verifications have no visit.
 */
export const outcome = sql<VisitOutcome | null>`case when v.outcome <> 'met'
  or exists (select from visits where id = v.visit_id and arrived_at is not null) then v.outcome end`;

export const visitedAt = sql<string | null>`(
  select ${isoUtc(sql`coalesce(${arrivedAt('visits')}, received_at)`)}
  from visits where id = v.visit_id)`;

export const visitedOrSubmittedAt = sql<string>`coalesce(${visitedAt}, ${isoUtc(sql`v.submitted_at`)})`;

/**
 * The columns for a visit that is joined as `n`. For a query that needs all three columns, this join is
 * cheaper than a subquery for each column.
 */
export const joinedVisit = {
  outcome: sql<VisitOutcome | null>`case when v.outcome <> 'met' or n.arrived_at is not null then v.outcome end`,
  visitedAt: sql<string | null>`${isoUtc(sql`coalesce(${arrivedAt('n')}, n.received_at)`)}`,
  /** The agent's answers. Each key is the name of a field of the report, or `person_met`. */
  facts: sql<Record<string, string>>`coalesce(n.facts, '{}')`,
};

export const followsSendBack = sql<boolean>`exists (
  select from verifications p where p.applicant_id = v.applicant_id and p.id < v.id and p.sent_back_at is not null)`;

/**
 * Whether the answers of an earlier verification `p` still apply to `v`: both have the same applicant and
 * outcome, and `p` and all verifications between them were sent back. An agent who returns only for a photo
 * is asked few other questions.
 */
export const wasSentBackForIt = sql<boolean>`p.applicant_id = v.applicant_id and p.id < v.id and p.outcome = v.outcome
    and not exists (select from verifications q where q.applicant_id = v.applicant_id and q.id >= p.id and q.id < v.id
      and q.sent_back_at is null)`;

/** The statements and answers of the visits that were sent back before a verification `v`. */
export const earlierAnswers = sql<Record<string, string>>`coalesce((
  select jsonb_object_agg(said.key, said.value order by p.id)
  from verifications p join visits n on n.id = p.visit_id
  cross join lateral jsonb_each_text(n.statement || n.facts) said
  where ${wasSentBackForIt} and said.value <> ''), '{}')`;
