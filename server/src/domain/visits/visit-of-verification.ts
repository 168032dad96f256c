import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import { sql } from 'kysely';
import { isoUtc } from '../../db/moments.ts';
import { arrivedAt } from './server-time.ts';

/** What a verification's visit found; null if unknown: it came in one request, or from before visits were recorded. */
export const outcome = sql<VisitOutcome | null>`case when v.outcome <> 'met'
  or exists (select from visits where id = v.visit_id and arrived_at is not null) then v.outcome end`;

/** When its visit began. */
export const visitedAt = sql<string | null>`(
  select ${isoUtc(sql`coalesce(${arrivedAt('visits')}, received_at)`)}
  from visits where id = v.visit_id)`;

/** The same, or when it was submitted where no visit was recorded. */
export const visitedOrSubmittedAt = sql<string>`coalesce(${visitedAt}, ${isoUtc(sql`v.submitted_at`)})`;

/** Its answers by the names of the report's fields. */
export const facts = sql<Record<string, string>>`coalesce((
  select facts from visits where id = v.visit_id), '{}')`;

/** Whether a verification of the same applicant was sent back before this one came. */
export const followsSendBack = sql<boolean>`exists (
  select from verifications p where p.applicant_id = v.applicant_id and p.id < v.id and p.sent_back_at is not null)`;

/**
 * The answers and facts of the earlier visits that this one was ordered to complete, where they had the same outcome: an agent
 * who is sent back for a photo is asked for little else.
 */
export const earlierAnswers = sql<Record<string, string>>`coalesce((
  select jsonb_object_agg(said.key, said.value order by p.id)
  from verifications p join visits n on n.id = p.visit_id
  cross join lateral jsonb_each_text(n.statement || n.facts) said
  where p.applicant_id = v.applicant_id and p.id < v.id and p.outcome = v.outcome and said.value <> ''
    and not exists (select from verifications q where q.applicant_id = v.applicant_id and q.id >= p.id and q.id < v.id
      and q.sent_back_at is null)), '{}')`;
