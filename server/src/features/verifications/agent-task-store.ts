import type { ApplicationDetails } from '@doorstep/contract/verifications';
import type { Db } from '../../db/connection.ts';
import { countRows } from '../../db/count-rows.ts';
import { isFetched, noteFetched } from '../../domain/fetched-tasks.ts';

/** Marks the listed tasks as fetched. */
export async function listTasks(
  db: Db,
  agentId: number,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: ApplicationDetails[]; count: number }> {
  const open = db
    .selectFrom('applicants as a')
    .where('assigned_agent_id', '=', agentId)
    .where('status', '=', 'assigned')
    .where('deleted_at', 'is', null);
  const [count, rows] = await Promise.all([
    countRows(open),
    open
      .select([
        'id',
        'application_id',
        'applicant_name as name',
        'mobile_number as mobile',
        'address',
        'pin_code',
        'status',
        'applicant_type',
        'portfolio_name',
        'product_type',
        'visit_type',
        'message',
        'created_at',
        'assignment_version',
        isFetched.as('is_fetched'),
      ])
      .orderBy('id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
  ]);
  const sent = await noteFetched(db, rows);
  return { rows: sent.map(({ assignment_version: _, ...row }) => row), count };
}
