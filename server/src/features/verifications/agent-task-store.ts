import type { ApplicationDetails } from '@doorstep/contract/verifications';
import type { Db } from '../../db/connection.ts';

/** One page of an agent's open work, oldest first, and how much there is in all. */
export async function listTasks(
  db: Db,
  agentId: number,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: ApplicationDetails[]; count: number }> {
  const open = db
    .selectFrom('applicants')
    .where('assigned_agent_id', '=', agentId)
    .where('status', '=', 'assigned')
    .where('deleted_at', 'is', null);
  const [{ count }, rows] = await Promise.all([
    open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
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
      ])
      .orderBy('id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
  ]);
  return { rows, count };
}
