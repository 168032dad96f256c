import pg from 'pg';

const openClocks = 50_000;

/**
 * Adds two lenders to a loaded database, and divides all portfolios between them. Adds due times to the
 * newest open applicants: one in 24 is late, and the others are due within three days. Returns the ids of
 * the lenders. If an earlier run added the lenders, changes nothing.
 */
export async function addClocks(database: pg.PoolConfig): Promise<number[]> {
  const client = new pg.Client(database);
  await client.connect();
  const ids = async (text: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id));
  try {
    const earlier = await ids(`select id from lenders where name like 'Bench %' order by id`);
    if (earlier.length > 0) return earlier;
    const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [
      ...[day, day === 'sun' ? [] : [{ from: '09:00', to: '19:00' }]],
    ]);
    const [calendar] = await ids(
      `insert into calendars (name, week) values ('Bench', $1) returning id`,
      [JSON.stringify(Object.fromEntries(week))],
    );
    const lenders = await ids(
      `insert into lenders (name) values ('Bench A'), ('Bench B') returning id`,
    );
    await client.query(
      `insert into lender_portfolios (portfolio_name, lender_id)
        select name, ($1::bigint[])[1 + number % 2] from (
          select name, row_number() over (order by name) as number from (
            select distinct portfolio_name as name from applicant_sums where span = 'all' and start = '-infinity'
          ) as named) as numbered`,
      [lenders],
    );
    await client.query(
      `insert into turnaround_rules (lender_id, minutes, calendar_id, starts, valid_from)
        select unnest($1::bigint[]), 1200, $2, 'received', '2020-01-01'`,
      [lenders, calendar],
    );
    await client.query(
      `with chosen as (
        select a.id, r.id as rule, now() + make_interval(hours => (a.id % 72)::int - 3, secs => (a.id % 3599)::int) as due
        from applicants a join lender_portfolios p using (portfolio_name)
        join turnaround_rules r on r.lender_id = p.lender_id
        where a.deleted_at is null and a.status <> 'submitted'
        order by a.id desc limit ${openClocks})
      update applicants a set rule_id = chosen.rule, due_at = chosen.due, warn_undecided_at = chosen.due - interval '2 hours',
        warn_unvisited_at = chosen.due - interval '5 hours', warn_unassigned_at = chosen.due - interval '10 hours'
      from chosen where chosen.id = a.id`,
    );
    // Analyses the table here, because the next autovacuum may come only after the measurement has begun.
    await client.query('analyze applicants');
    return lenders;
  } finally {
    await client.end();
  }
}
