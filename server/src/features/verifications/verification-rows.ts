import type { SentBack, VerificationSummary } from '@doorstep/contract/verifications';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { type StoredClock, storedClock } from '../../domain/clock/clock-rows.ts';
import { levelOfPending } from '../../domain/evidence/evidence-rows.ts';
import { outcome } from '../../domain/visits/visit-of-verification.ts';

/** Selects the list rows of verifications by id, without the send-backs that {@link withSendBacks} adds. */
export const summaryOf = (ids: RawBuilder<unknown>) => sql`
  select v.id as verification_id, a.application_id as applicant_ids, a.applicant_name as applicant,
    agent.name as agent, v.overall_observation, v.admin_decision, a.portfolio_name, a.visit_type, v.image_count,
    v.submitted_at, v.photos_expected, ${outcome} as outcome, v.tries, v.sent_back_at,
    ${levelOfPending} as evidence_level,
    case when v.admin_decision = 'pending' then v.second_look end as second_look, ${storedClock} as clock
  from (${ids}) as listed join verifications v on v.id = listed.id
  join applicants a on a.id = v.applicant_id join users agent on agent.id = v.agent_id`;

export type SummaryRow = Omit<VerificationSummary, 'sent_back' | 'clock'> & {
  sent_back_at: string | null;
  clock: StoredClock | null;
};

/**
 * Adds the last send-back of each verification, and the verification that answered the send-back. A
 * separate statement reads the send-backs, because a join doubled the planning time of each page.
 */
export async function withSendBacks<
  Row extends { verification_id: number; sent_back_at: string | null },
>(db: Db, rows: Row[]): Promise<(Omit<Row, 'sent_back_at'> & { sent_back: SentBack | null })[]> {
  const ids = rows.filter((row) => row.sent_back_at !== null).map((row) => row.verification_id);
  const last = ids.length === 0 ? [] : await listLastSendBacks(db, ids);
  const byId = new Map(last.map(({ verification_id, ...sentBack }) => [verification_id, sentBack]));
  return rows.map(({ sent_back_at, ...row }) => ({
    ...row,
    sent_back: byId.get(row.verification_id) ?? null,
  }));
}

function listLastSendBacks(db: Db, ids: number[]) {
  return db
    .selectFrom('send_backs as s')
    .innerJoin('users as sender', 'sender.id', 's.by_id')
    .leftJoin('verifications as answer', 'answer.visit_id', 's.answered_by')
    .distinctOn('s.verification_id')
    .select(['s.verification_id', 's.at', 'sender.name as by', 's.by_id', 's.reasons', 's.note'])
    .select(['s.photos_wanted', 'answer.id as answered_by'])
    .where('s.verification_id', 'in', ids)
    .orderBy('s.verification_id')
    .orderBy('s.id', 'desc')
    .execute();
}

export function listAnswered(db: Db, ids: number[]) {
  return db
    .selectFrom('verifications as v')
    .innerJoin('verifications as sent', 'sent.applicant_id', 'v.applicant_id')
    .innerJoin('send_backs as s', 's.verification_id', 'sent.id')
    .innerJoin('users as sender', 'sender.id', 's.by_id')
    .distinctOn('v.id')
    .select(['v.id', 's.verification_id', 's.at', 'sender.name as by', 's.reasons', 's.note'])
    .select('s.photos_wanted')
    .whereRef('s.answered_by', '=', 'v.visit_id')
    .where('v.id', 'in', ids)
    .orderBy('v.id')
    .orderBy('s.id', 'desc')
    .execute();
}

/** Whether the lender of an applicant `a` wants second looks. */
export const hasSecondLooks = sql<boolean>`exists (select from lender_portfolios p join lenders l on l.id = p.lender_id
  where p.portfolio_name = a.portfolio_name and l.second_looks)`;
