import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import { mostOwnWeekVisits, type OwnWeek, ownWeekDays } from '@doorstep/contract/visits/own-week';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { isoUtc } from '../../../db/moments.ts';
import { startOfDay } from '../../../domain/clock/days.ts';
import { arrivedAt } from '../../../domain/visits/server-time.ts';
import { recordedOutcome } from '../../../domain/visits/visit-rows.ts';
import { findReceipts } from './receipt-store.ts';

type Row = Omit<OwnWeek['visits'][number], 'state' | 'outcome'> & {
  outcome: VisitOutcome;
  arrived_at: string | null;
};

export async function readOwnWeek(
  db: Db,
  agentId: number,
  timeZone: string,
  now = Temporal.Now.instant(),
): Promise<OwnWeek> {
  const first = now
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days: ownWeekDays - 1 });
  const from = startOfDay(first, timeZone);
  const { rows } = await sql<Row>`
    select v.id as visit_id, a.applicant_name as name, a.visit_type, v.outcome, v.is_final, v.arrived_at,
      coalesce(${arrivedAt('v')}, v.received_at) as at, v.photos_expected,
      (select count(*) from photos p where p.visit_id = v.id) as photos,
      (select json_build_object('at', ${isoUtc(sql`s.at`)}, 'reasons', s.reasons, 'note', s.note)
        from verifications w join send_backs s on s.verification_id = w.id
        where w.visit_id = v.id order by s.id desc limit 1) as sent_back
    from visits v join applicants a on a.id = v.applicant_id
    where v.agent_id = ${agentId} and v.received_at >= ${from}
    order by at desc, v.id limit ${mostOwnWeekVisits + 1}`.execute(db);
  const visits = rows.slice(0, mostOwnWeekVisits);
  const receipts = await findReceipts(
    db,
    agentId,
    visits.map(({ visit_id }) => visit_id),
  );
  const states = new Map(receipts.map(({ visit_id, state }) => [visit_id, state]));
  return {
    from_day: first.toString(),
    visits: visits.map(({ arrived_at, ...visit }) => ({
      ...visit,
      outcome: recordedOutcome({ outcome: visit.outcome, arrived_at }),
      state: states.get(visit.visit_id) ?? 'unknown',
    })),
    has_more: rows.length > visits.length,
  };
}
