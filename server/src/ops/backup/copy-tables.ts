import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { TableInBackup } from './place/manifest.ts';
import { storeStream, type Vault } from './place/vault.ts';

const { escapeIdentifier } = pg;

/** Settings for the connection of a backup or restore, so that equal rows become equal text in both. */
export const sameText = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set xmloption = 'content'; set search_path = public, pg_temp;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;

export interface Table {
  name: string;
  columns: string[];
  order: string[];
}

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      -- Collation "C", because two databases may sort texts by different languages.
      (select array_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.place)
        from pg_index i cross join unnest(i.indkey) with ordinality as k (num, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
        where i.indrelid = c.oid and i.indisprimary) as "order"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname !~ '^kysely_'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  return rows;
}

const copyOut = ({ name, columns, order }: Table) =>
  `copy (select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)} order by ${order.join(', ')}) to stdout`;

export async function storeTable(
  client: pg.ClientBase,
  vault: Vault,
  id: string,
  table: Table,
): Promise<TableInBackup> {
  const rows = client.query(copyTo(copyOut(table)));
  const hash = createHasher();
  const packed = createZstdCompress();
  const [stream] = await Promise.all([
    storeStream(vault, `tables/${id}/${table.name}`, packed),
    pipeline(rows, hash.stream, packed),
  ]);
  const { name, columns } = table;
  return { name, columns, rows: hash.lines(), sha256: hash.digest(), stream };
}

export async function hashTable(client: pg.ClientBase, table: Table) {
  const hash = createHasher();
  await pipeline(client.query(copyTo(copyOut(table))), hash.stream, async (chunks) => {
    for await (const _ of chunks);
  });
  return { rows: hash.lines(), sha256: hash.digest() };
}

/**
 * Passes COPY's text on, hashes it and counts its rows. A line is a row, because COPY escapes line breaks
 * within values.
 */
function createHasher() {
  const hash = createHash('sha256');
  let lines = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { stream, lines: () => lines, digest: () => hash.digest('hex') };
}
