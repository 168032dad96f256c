import type { Db } from '../../db/connection.ts';
import { isOfLook, listHidden, tellsOf } from './blind-store.ts';

interface Row {
  subject: string;
  action: string;
  subject_id: number | null;
  actor: { id: number } | null;
}

/** Returns a function that tells whether a row reveals a hidden decision, or who made this decision. */
export async function findTelling(
  db: Db,
  rows: readonly Row[],
  adminId: number,
): Promise<(row: Row) => boolean> {
  const idsOf = (kind: string) =>
    rows.filter((row) => row.subject === kind && isOfLook(row)).map((row) => row.subject_id ?? 0);
  const asked = { verifications: idsOf('verification'), applicants: idsOf('applicant') };
  const looks = Map.groupBy(
    await listHidden(db, asked, adminId),
    ({ subject, id }) => `${subject} ${id}`,
  );
  return ({ subject, subject_id, action, actor }) =>
    actor?.id !== adminId &&
    (looks.get(`${subject} ${subject_id}`) ?? []).some((look) =>
      tellsOf(look, { action, actorId: actor?.id ?? null }),
    );
}

/** Removes the person and the values from each row that reveals a decision which the admin must not see. */
export async function withoutFirstDecisions<Shown extends Row>(
  db: Db,
  rows: Shown[],
  adminId: number,
): Promise<Shown[]> {
  const tells = await findTelling(db, rows, adminId);
  return rows.map((row) =>
    tells(row)
      ? {
          ...{ ...row, actor: null, address: null },
          ...('before' in row && { before: null, after: null, request_id: null }),
        }
      : row,
  );
}
