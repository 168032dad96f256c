import type { Mapping } from '@doorstep/contract/bulk-upload/mappings';
import { limits } from '@doorstep/contract/limits';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { rejectTaken } from '../../../db/database-errors.ts';
import type { Database } from '../../../db/schema.ts';
import { lockLender } from '../../../domain/lenders.ts';
import { invalid, orNotFound, rejectOutdated } from '../../../problems.ts';
import {
  countMappingsOf,
  findMapping,
  hideMapping,
  insertMapping,
  lockMapping,
  type MappingDraft,
  replaceMapping,
} from './mapping-store.ts';

const taken = { mappings_name: { name: ['Another mapping of this lender has this name'] } };

const contentOf = ({ lender, version, name, fields, second, headings }: Mapping) => ({
  ...{ lender_id: lender.id, version, name, fields, second, headings },
});

const readMapping = async (db: Db, id: number): Promise<Mapping> =>
  orNotFound(await findMapping(db, id), 'Mapping');

export const add = (
  db: Kysely<Database>,
  actor: Actor,
  { lenderId, draft, adminId }: { lenderId: number; draft: MappingDraft; adminId: number },
): Promise<Mapping> =>
  db
    .transaction()
    .execute(async (trx) => {
      if (!(await lockLender(trx, lenderId))) throw invalid({ lender_id: ['Choose a lender'] });
      if ((await countMappingsOf(trx, lenderId)) >= limits.mappingsPerLender) {
        throw invalid({
          lender_id: [
            `A lender has at most ${limits.mappingsPerLender} mappings. Delete one first`,
          ],
        });
      }
      const mapping = await readMapping(trx, await insertMapping(trx, lenderId, draft, adminId));
      await recordAudit(trx, actor, 'mapping.create', mapping.id, { after: contentOf(mapping) });
      return mapping;
    })
    .catch((error: unknown) => rejectTaken(error, taken));

export const change = (
  db: Kysely<Database>,
  actor: Actor,
  asked: { id: number; seen: string | undefined; draft: MappingDraft; adminId: number },
): Promise<Mapping> =>
  db
    .transaction()
    .execute(async (trx) => {
      const locked = orNotFound(await lockMapping(trx, asked.id), 'Mapping');
      rejectOutdated(asked.seen, locked.updated_at, locked.name);
      const before = await readMapping(trx, asked.id);
      await replaceMapping(trx, asked.id, asked.draft, asked.adminId);
      const mapping = await readMapping(trx, asked.id);
      await recordAudit(trx, actor, 'mapping.update', asked.id, {
        before: contentOf(before),
        after: contentOf(mapping),
      });
      return mapping;
    })
    .catch((error: unknown) => rejectTaken(error, taken));

export const remove = (db: Kysely<Database>, actor: Actor, id: number): Promise<string> =>
  db.transaction().execute(async (trx) => {
    orNotFound(await lockMapping(trx, id), 'Mapping');
    const mapping = await readMapping(trx, id);
    await hideMapping(trx, id);
    await recordAudit(trx, actor, 'mapping.delete', id, { before: contentOf(mapping) });
    return mapping.name;
  });
