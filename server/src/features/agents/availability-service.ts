import type { Availability } from '@doorstep/contract/agents';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import { orNotFound, rejectOutdated } from '../../problems.ts';
import { findAvailability, lockAgent, storeAvailability } from './availability-store.ts';

type Content = Omit<Availability, 'updated_at'>;

export const readAvailability = async (db: Db, id: number): Promise<Availability> =>
  orNotFound(await findAvailability(db, id), 'Agent');

const auditOf = ({ daily_capacity, areas, leave }: Content) => ({
  daily_capacity,
  areas,
  leave: leave.map(({ from_day, to_day }) => `${from_day} to ${to_day}`),
});

export function change(
  db: Kysely<Database>,
  actor: Actor,
  { id, seen, content }: { id: number; seen: string | undefined; content: Content },
): Promise<Availability> {
  return db.transaction().execute(async (trx) => {
    const agent = orNotFound(await lockAgent(trx, id), 'Agent');
    rejectOutdated(seen, agent.updated_at, agent.name);
    const before = await readAvailability(trx, id);
    const wanted = {
      daily_capacity: content.daily_capacity,
      areas: content.areas.toSorted(),
      leave: content.leave.toSorted((a, b) => (a.from_day < b.from_day ? -1 : 1)),
    };
    const [old, fresh] = [auditOf(before), auditOf(wanted)];
    if (JSON.stringify(old) === JSON.stringify(fresh)) return before;
    await storeAvailability(trx, id, wanted);
    await recordAudit(trx, actor, 'user.change_availability', id, { before: old, after: fresh });
    return readAvailability(trx, id);
  });
}
