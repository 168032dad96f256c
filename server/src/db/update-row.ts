import { type Kysely, type SelectType, sql, type UpdateObject } from 'kysely';
import type { Db } from './connection.ts';
import type { Database } from './schema.ts';

type TableWithId = {
  [Table in keyof Database]: Database[Table] extends { id: unknown } ? Table : never;
}[keyof Database];

export async function updateRow<Table extends TableWithId>(
  db: Db,
  table: Table,
  id: SelectType<Database[Table]['id']>,
  values: UpdateObject<Database, Table>,
): Promise<void> {
  // Kysely can't resolve the columns of a table that is a type parameter.
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  await untyped
    .updateTable<string>(table)
    .set(values as object)
    .where(sql<boolean>`id = ${id}`)
    .execute();
}
