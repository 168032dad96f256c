import type pg from 'pg';

/**
 * Returns a fingerprint of each table: equal rows give equal fingerprints. Does not use the code of
 * backups, because the tests check that code.
 */
export async function wordsOf(client: pg.ClientBase): Promise<Record<string, string>> {
  await client.query(`set timezone = 'UTC'; set search_path = public`);
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^kysely_' order by 1`,
  );
  const words: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ word: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as word from ${name} t`,
    );
    words[name] = rows[0]?.word ?? '';
  }
  return words;
}
