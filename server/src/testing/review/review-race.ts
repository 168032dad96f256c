import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { claimNextCases } from '../../features/review/review-service.ts';
import { changeRows } from '../rows.ts';
import { addUser } from '../test-app.ts';

/**
 * Lets sixteen admins review at the same time until no verification is left. Returns the admins to whom
 * each verification was shown.
 */
export async function reviewAtOnce(db: Kysely<Database>): Promise<Map<number, number[]>> {
  const shownTo = new Map<number, number[]>();
  const review = async () => {
    const admin = await addUser(db, 'admin');
    const reviewer = { id: admin.id, countsAlone: true };
    let upcoming = await claimNextCases(db, reviewer);
    for (let shown = upcoming[0]; shown !== undefined; shown = upcoming[0]) {
      shownTo.set(shown, [...(shownTo.get(shown) ?? []), admin.id]);
      upcoming = await claimNextCases(db, reviewer, shown);
      await changeRows(
        db,
        'verifications',
        { id: shown },
        { admin_decision: 'positive', decided_by: admin.id, decided_at: new Date() },
      );
    }
  };
  await Promise.all(Array.from({ length: 16 }, review));
  return shownTo;
}
