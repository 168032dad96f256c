import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { claimNextCases } from '../../features/review/review-service.ts';
import { changeRows } from '../rows.ts';
import { addUser } from '../test-app.ts';

/** Sixteen admins take case after case, as the desk does, until nothing is left; answers who was shown each. */
export async function reviewAtOnce(db: Kysely<Database>): Promise<Map<number, number[]>> {
  const shownTo = new Map<number, number[]>();
  const review = async () => {
    const admin = await addUser(db, 'admin');
    let upcoming = await claimNextCases(db, admin.id);
    for (let shown = upcoming[0]; shown !== undefined; shown = upcoming[0]) {
      shownTo.set(shown, [...(shownTo.get(shown) ?? []), admin.id]);
      upcoming = await claimNextCases(db, admin.id, shown);
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
