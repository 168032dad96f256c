import type pg from 'pg';

/** A word for each table, which is the same for the same rows: asked in one snapshot, without our own code for it. */
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
