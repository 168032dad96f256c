import type { Lender } from '@doorstep/contract/lenders';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { rejectTaken } from '../../db/database-errors.ts';
import type { Database } from '../../db/schema.ts';
import { lockLender } from '../../domain/lenders.ts';
import { invalid, orNotFound, rejectOutdated } from '../../problems.ts';
import {
  insertLender,
  type LenderContent,
  listLenders,
  listOwners,
  lockCalendars,
  setPortfolios,
  setRules,
  updateLender,
} from './lender-store.ts';

const taken = {
  lenders_name: { name: ['Another lender has this name'] },
  // Occurs only if a colleague gives the portfolio to another lender at the same moment, because
  // `storeContent` checks the portfolios first.
  lender_portfolios_pkey: { portfolios: ['A portfolio belongs to another lender'] },
};

export const contentOf = (content: LenderContent) => {
  const { name, portfolios, rules, prints_times, second_looks, report_second_look } = content;
  return { name, portfolios, rules, prints_times, second_looks, report_second_look };
};

export const readLender = async (db: Db, id: number): Promise<Lender> =>
  orNotFound((await listLenders(db, id))[0], 'Lender');

async function storeContent(
  db: Db,
  id: number,
  { portfolios, rules }: LenderContent,
): Promise<void> {
  const owned = await listOwners(db, id, portfolios);
  if (owned.length > 0) {
    throw invalid({
      portfolios: owned.map(
        ({ portfolio_name, lender }) => `${portfolio_name} belongs to ${lender}`,
      ),
    });
  }
  const calendars = await lockCalendars(db, [
    ...new Set(rules.map(({ calendar_id }) => calendar_id)),
  ]);
  const missing = rules.findIndex(({ calendar_id }) => !calendars.has(calendar_id));
  if (missing >= 0) throw invalid({ [`rules.${missing}.calendar_id`]: ['Choose a calendar'] });
  await setPortfolios(db, id, portfolios);
  await setRules(db, id, rules);
}

export const add = (db: Kysely<Database>, actor: Actor, content: LenderContent): Promise<Lender> =>
  db
    .transaction()
    .execute(async (trx) => {
      const id = await insertLender(trx, content);
      await storeContent(trx, id, content);
      const lender = await readLender(trx, id);
      await recordAudit(trx, actor, 'lender.create', id, { after: contentOf(lender) });
      return lender;
    })
    .catch((error: unknown) => rejectTaken(error, taken));

export const change = (
  db: Kysely<Database>,
  actor: Actor,
  { id, seen, content }: { id: number; seen: string | undefined; content: LenderContent },
): Promise<Lender> =>
  db
    .transaction()
    .execute(async (trx) => {
      const locked = orNotFound(await lockLender(trx, id), 'Lender');
      rejectOutdated(seen, locked.updated_at, locked.name);
      const before = await readLender(trx, id);
      await updateLender(trx, id, content);
      await storeContent(trx, id, content);
      const lender = await readLender(trx, id);
      await recordAudit(trx, actor, 'lender.update', id, {
        before: contentOf(before),
        after: contentOf(lender),
      });
      return lender;
    })
    .catch((error: unknown) => rejectTaken(error, taken));
