import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { DemoCase } from './cases/cases.ts';
import type { DemoVisit } from './cases/visits.ts';
import { visitRow } from './insert-visits.ts';
import type { DemoPhotoRow } from './store-photos.ts';

export interface Visited {
  story: DemoCase;
  visit: DemoVisit;
  applicantId: number;
  agent: number;
  photos: DemoPhotoRow[];
  isFirst?: boolean;
}

export async function assignAgain(
  db: Transaction<Database>,
  id: number,
  change: { status: 'assigned'; assigned_agent_id?: number },
  at: Date,
) {
  await db.updateTable('applicants').set(change).where('id', '=', id).execute();
  // Sets the times in a second update, because a trigger sets `assigned_at` to the time of the load.
  const times = { updated_at: at, assigned_at: at };
  await db.updateTable('applicants').set(times).where('id', '=', id).execute();
  await db
    .updateTable('assignments')
    .set({ at })
    .where('applicant_id', '=', id)
    .where('version', '>', 0)
    .execute();
}

export async function insertSendBack(
  db: Transaction<Database>,
  {
    first: { id, applicantId },
    answer,
    at,
    decider,
  }: { first: Visited & { id: number }; answer: Visited | undefined; at: Date; decider: number },
) {
  await db.updateTable('verifications').set({ sent_back_at: at }).where('id', '=', id).execute();
  await db
    .insertInto('send_backs')
    .values({
      verification_id: id,
      reasons: answer ? ['nameplate_missing'] : ['photo_unclear', 'neighbour_missing'],
      note: answer
        ? 'Please go again and photograph the house and its name plate.'
        : 'The bill can’t be read. Please speak to a second neighbour.',
      photos_wanted: answer ? ['door', 'nameplate'] : ['document'],
      by_id: decider,
      at,
      answered_by: answer
        ? visitRow(answer.story, answer.visit, { ...answer, photos: 0 }).id
        : null,
    })
    .execute();
  if (!answer) await assignAgain(db, applicantId, { status: 'assigned' }, at);
}
