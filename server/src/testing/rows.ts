import type { Kysely, RawBuilder, Selectable, Updateable } from 'kysely';
import type { Database } from '../db/schema.ts';

type Table = keyof Database;
type Row<T extends Table> = Selectable<Database[T]>;

export async function readRows<T extends Table, Column extends keyof Row<T> = keyof Row<T>>(
  db: Kysely<Database>,
  table: T,
  values: Partial<Row<T>>,
  columns?: readonly Column[],
): Promise<Pick<Row<T>, Column>[]> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const name: string = table;
  const rows = untyped.selectFrom(name).where((row) => row.and(values));
  const read = columns ? rows.select(columns as readonly string[]) : rows.selectAll();
  return (await read.execute()) as Pick<Row<T>, Column>[];
}

export async function readRow<T extends Table, Column extends keyof Row<T> = keyof Row<T>>(
  ...read: Parameters<typeof readRows<T, Column>>
): Promise<Pick<Row<T>, Column>> {
  const [row, ...more] = await readRows(...read);
  if (!row || more.length > 0) throw new Error(`${more.length + (row ? 1 : 0)} rows of ${read[1]}`);
  return row;
}

export async function changeRows<T extends Table>(
  db: Kysely<Database>,
  table: T,
  values: Partial<Row<T>>,
  set: {
    [Column in keyof Updateable<Database[T]>]?:
      | Updateable<Database[T]>[Column]
      | RawBuilder<unknown>;
  },
): Promise<void> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const name: string = table;
  const changed = untyped.updateTable(name).set(set as Record<string, unknown>);
  await changed.where((row) => row.and(values)).execute();
}
