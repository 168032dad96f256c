import type { ApplicationDetails } from '@doorstep/contract/verifications';
import type { Db } from '../../db/connection.ts';
import { countRows } from '../../db/count-rows.ts';
import { noteFetched, openTasksOf } from '../../domain/fetched-tasks.ts';

/** Lists an agent's open tasks, and marks the listed tasks as fetched. */
export async function listTasks(
  db: Db,
  agentId: number,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: ApplicationDetails[]; count: number }> {
  const open = openTasksOf(db, agentId);
  const [count, rows] = await Promise.all([
    countRows(open),
    open
      .orderBy('a.id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
  ]);
  const sent = await noteFetched(db, rows);
  return { rows: sent.map(({ assignment_version: _, ...row }) => row), count };
}
