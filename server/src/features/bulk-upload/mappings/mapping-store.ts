import type { Mapping } from '@doorstep/contract/bulk-upload/mappings';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countRows } from '../../../db/count-rows.ts';

export type MappingDraft = Pick<Mapping, 'name' | 'fields' | 'second' | 'headings'>;

const mostCandidates = 500;

const selectMappings = (db: Db) =>
  db
    .selectFrom('mappings as m')
    .innerJoin('lenders as l', 'l.id', 'm.lender_id')
    .innerJoin('users as u', 'u.id', 'm.updated_by')
    .select(['m.id', 'm.name', 'm.version', 'm.fields', 'm.second', 'm.headings', 'm.updated_at'])
    .select([
      sql<Mapping['lender']>`json_build_object('id', l.id, 'name', l.name)`.as('lender'),
      'u.name as updated_by',
    ])
    .where('m.deleted_at', 'is', null)
    .where('l.deleted_at', 'is', null);

const selectMappingsOf = (db: Db, lenderId: number | undefined) =>
  lenderId === undefined
    ? selectMappings(db)
    : selectMappings(db).where('m.lender_id', '=', lenderId);

export async function listMappingPage(
  db: Db,
  {
    lender_id,
    page,
    page_size,
  }: { lender_id?: number | undefined; page: number; page_size: number },
): Promise<{ rows: Mapping[]; count: number }> {
  const rows = await selectMappingsOf(db, lender_id)
    .orderBy(sql`lower(l.name), lower(m.name), m.id`)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { rows, count: await countRows(selectMappingsOf(db, lender_id)) };
}

/** Lists the mappings that a file is compared with, the last changed first. */
export const listCandidates = (db: Db, lenderId?: number): Promise<Mapping[]> =>
  selectMappingsOf(db, lenderId)
    .orderBy('m.updated_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(mostCandidates)
    .execute();

export const findMapping = (db: Db, id: number): Promise<Mapping | undefined> =>
  selectMappings(db).where('m.id', '=', id).executeTakeFirst();

export const lockMapping = (db: Db, id: number) =>
  db
    .selectFrom('mappings')
    .select(['id', 'name', 'updated_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const countMappingsOf = (db: Db, lenderId: number): Promise<number> =>
  countRows(
    db.selectFrom('mappings').where('lender_id', '=', lenderId).where('deleted_at', 'is', null),
  );

const columnsOf = ({ name, fields, second, headings }: MappingDraft) => ({
  ...{ name, fields: JSON.stringify(fields), headings: JSON.stringify(headings) },
  second: second && JSON.stringify(second),
});

export async function insertMapping(
  db: Db,
  lender_id: number,
  draft: MappingDraft,
  updated_by: number,
): Promise<number> {
  const { id } = await db
    .insertInto('mappings')
    .values({ lender_id, updated_by, ...columnsOf(draft) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function replaceMapping(
  db: Db,
  id: number,
  draft: MappingDraft,
  updated_by: number,
): Promise<void> {
  await db
    .updateTable('mappings')
    .set({ ...columnsOf(draft), updated_by })
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Marks a mapping as deleted. The row stays, because uploads refer to the mapping. */
export async function hideMapping(db: Db, id: number): Promise<void> {
  await db.updateTable('mappings').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
}
