import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { lastDue } from '../../../domain/clock/last-due.ts';
import { addDelivery, claimPlan, listPlans } from './delivery-store.ts';

/** Returns an empty text for a name that has no Latin letter or digit. */
const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');

/**
 * Plans a file for each daily export that is due. If several planned times passed while no server was
 * running, one file has the decisions of all these times.
 */
export async function planDeliveries(
  db: Kysely<Database>,
  timeZone: string,
  now = new Date(),
): Promise<void> {
  const plans = await listPlans(db);
  const slugs = plans.map(({ name }) => slugOf(name));
  const dueAt = new Map(plans.map(({ at }) => [at, lastDue(at, timeZone, now)]));
  for (const [index, { lender_id, at, format, planned_until }] of plans.entries()) {
    const due = dueAt.get(at) ?? now;
    if (due.getTime() <= Date.parse(planned_until)) continue;
    const slug = slugs[index] ?? '';
    // Adds the lender's id if the slug is empty or another lender has the same slug. Also adds the id if the
    // slug ends with a number, because this number could be taken for an id.
    const isUnique = slugs.indexOf(slug) === slugs.lastIndexOf(slug) && !/^$|-\d+$/.test(slug);
    const own = isUnique ? slug : `${slug || 'lender'}-${lender_id}`;
    const local = Temporal.Instant.fromEpochMilliseconds(due.getTime()).toZonedDateTimeISO(
      timeZone,
    );
    const time = local.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', '');
    const name = `${own}-${local.toPlainDate().toString()}-${time}.${format}`;
    await db.transaction().execute(async (trx) => {
      if (!(await claimPlan(trx, lender_id, due))) return;
      await addDelivery(trx, { lender_id, name, last: planned_until, due });
    });
  }
}
