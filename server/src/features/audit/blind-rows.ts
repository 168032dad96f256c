import type { Db } from '../../db/connection.ts';
import { listTelling } from './blind-store.ts';

/** Leaves out the rows that reveal a decision which must be hidden from this admin, or who made it. */
export async function withoutTelling<Row extends { id: number }>(
  db: Db,
  rows: Row[],
  adminId: number,
): Promise<Row[]> {
  const telling = await listTelling(db, rows, adminId);
  return rows.filter(({ id }) => !telling.has(id));
}

/** Removes the person and the values from each row that {@link withoutTelling} would leave out. */
export async function withoutFirstDecisions<Row extends { id: number }>(
  db: Db,
  rows: Row[],
  adminId: number,
): Promise<Row[]> {
  const telling = await listTelling(db, rows, adminId);
  return rows.map((row) =>
    telling.has(row.id)
      ? {
          ...{ ...row, actor: null, address: null },
          ...('before' in row && { before: null, after: null, request_id: null }),
        }
      : row,
  );
}
