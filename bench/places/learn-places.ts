import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect } from '../../server/src/db/connection.ts';
import { learnPlaces } from '../../server/src/features/evidence/places/place-store.ts';
import { serverLimits } from '../../server/src/limits.ts';
import { startUnsafeDatabase } from '../load/unsafe-database.ts';
import { describeMachine, describeNumbers, record } from '../record.ts';

const { values } = parseArgs({ options: { cases: { type: 'string', default: '1000000' } } });
const cases = Number(values.cases);
const machine = describeMachine();
const runs = 5;

await using folder = await mkdtempDisposable(join(tmpdir(), 'doorstep-learn-places-'));
await using database = await startUnsafeDatabase(folder.path);
await fillCases(database.connection);
await using db = connect(database.connection, { statementTimeout: serverLimits.learningPlaces });
const times: number[] = [];
let pinCodes = 0;
for (let run = 0; run < runs; run += 1) {
  const start = performance.now();
  pinCodes = await learnPlaces(db, { timeZone: 'Asia/Kolkata', visits: 10, exactM: 100 });
  times.push(performance.now() - start);
}
const took = describeNumbers(times);
await record('learn-places', { machine, cases, pinCodes, took }, [
  ['Learning where visits are', 'Pin codes', 'Limit ms', 'Median ms', 'Worst ms'],
  [
    `from ${cases.toLocaleString('en')} positive cases`,
    ...[pinCodes, serverLimits.learningPlaces, took.median, took.worst],
  ],
]);

async function fillCases(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const agents = Math.max(1, Math.round(cases / 4_800));
  const at = "now() - (g * 729.0 / $1::int) * interval '1 day'";
  try {
    // Turns triggers off, because this benchmark does not use stored counts and search texts.
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into users (id, name, email, phone_number, password_hash) overriding system value
        select g, 'Agent ' || g, 'agent' || g || '@example.test', (7000000000 + g)::text, '' from generate_series(1, $1::int) g`,
      [agents],
    );
    await client.query(
      `insert into applicants (id, application_id, applicant_name, portfolio_name, visit_type, mobile_number, pin_code, address)
        overriding system value
        select g, 'A-' || g, 'Applicant ' || g, 'Portfolio', 'RESIDENCE', '9820098200',
          (400000 + floor(19000 * ((g * 7919::bigint) % 1000003 / 1000003.0) ^ 2))::int::text, g || ' Test Road'
        from generate_series(1, $1::int) g`,
      [cases],
    );
    await client.query(
      `insert into visits (id, applicant_id, agent_id, outcome, is_final, request_sha256, received_at, arrived_at, latitude,
          longitude, accuracy_m)
        select md5('visit' || g)::uuid, g, 1 + g % $2::int, 'met', true, '\\x00', ${at}, ${at},
          19 + (g * 104729::bigint) % 1000 / 20000.0, 73 + (g * 1299709::bigint) % 1000 / 20000.0, 20
        from generate_series(1, $1::int) g`,
      [cases, agents],
    );
    await client.query(
      `insert into verifications (id, applicant_id, agent_id, overall_observation, submitted_at, idempotency_key, request_sha256,
          visit_id, admin_decision, decided_by, decided_at)
        overriding system value
        select g, g, 1 + g % $2::int, 'positive', ${at}, g::text, '\\x00', md5('visit' || g)::uuid, 'positive', 1, ${at}
        from generate_series(1, $1::int) g`,
      [cases, agents],
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
