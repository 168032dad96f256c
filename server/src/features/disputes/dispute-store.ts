import type { DisputeReason } from '@doorstep/contract/disputes';
import type { Db } from '../../db/connection.ts';

/** Locks the applicant of a verification against retention until the transaction ends. */
export const lockDisputedApplicant = (db: Db, verificationId: number) =>
  db
    .selectFrom('applicants as a')
    .select('a.anonymised_at')
    .where('a.id', '=', (eb) =>
      eb.selectFrom('verifications').select('applicant_id').where('id', '=', verificationId),
    )
    .forKeyShare()
    .executeTakeFirst();

interface NewDispute {
  verification_id: number;
  because: DisputeReason;
  note: string;
  by_id: number;
}

export async function insertDispute(db: Db, dispute: NewDispute): Promise<void> {
  await db.insertInto('disputes').values(dispute).execute();
}
