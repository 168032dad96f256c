import type { DisputeReason } from '@doorstep/contract/disputes';
import type { Db } from '../../db/connection.ts';

interface NewDispute {
  verification_id: number;
  because: DisputeReason;
  note: string;
  by_id: number;
}

export async function insertDispute(db: Db, dispute: NewDispute): Promise<void> {
  await db.insertInto('disputes').values(dispute).execute();
}
