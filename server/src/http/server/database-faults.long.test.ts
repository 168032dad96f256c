import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// Real time: a pause between two requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { applicationRole, prepareDatabase } from '../../db/application-role.ts';
import { connect } from '../../db/connection.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import type { Database } from '../../db/schema.ts';
import { temporaryFolder } from '../../testing/services/backup-place.ts';
import {
  sendSpreadsheet,
  writeSpreadsheet,
} from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addUser, auditOf, signIn, startSharedApp, type TestApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const admin = await signIn(server, 'admin');
const owner = connect(server.owner);
afterAll(() => owner.destroy());

const visit = async () =>
  (await addVerificationRow(server.db, (await addUser(server.db, 'agent')).id)).id;
const decide = ({ app }: Pick<TestApp, 'app'>, id: number) =>
  app.inject({
    ...{ method: 'POST', url: `/api/v1/verification_tasks/${id}/admin-decision/` },
    ...{ headers: admin.headers, payload: { decision: 'positive' } },
  });
const unavailable = { statusCode: 503, headers: { 'retry-after': '2' } };

async function startOn(db: Kysely<Database>) {
  const app = await buildApp({ ...server.platform, db }, server.config);
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  return { app };
}

// Covers: fault-2
test('while a database is killed and comes back, requests get a 503, and no restart is needed', async () => {
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres(folder, () => {});
  onTestFinished(() => postgres.stop());
  const prepared = await prepareDatabase(postgres.connection, { mayLogIn: true });
  const db = connect(prepared.connection);
  const visitor = await signIn({ ...server, db, ...(await startOn(db)) }, 'admin');
  const list = () => visitor.get('applicants/');
  expect((await list()).statusCode).toBe(200);

  const pid = readFileSync(join(folder, 'database', 'postmaster.pid'), 'utf8').split('\n')[0];
  process.kill(Number(pid), 'SIGKILL');
  const seen = new Set<number>();
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const { statusCode } = await list();
    seen.add(statusCode);
    if (statusCode === 200 && seen.has(503)) break;
    await sleep(20);
  }
  expect([...seen].sort()).toEqual([200, 503]);
});

// Covers: fault-7
test('a statement that waits too long is cancelled: a 503, and nothing is stored', async () => {
  const hasty = await startOn(
    connect({ ...server.owner, user: applicationRole }, { statementTimeout: 3_000 }),
  );
  const id = await visit();
  await owner.transaction().execute(async (trx) => {
    await sql`select from verifications where id = ${id} for update`.execute(trx);
    expect(await decide(hasty, id)).toMatchObject(unavailable);
  });
  expect(await auditOf(server.db, 'verification', id)).toEqual([]);
  expect((await decide(hasty, id)).statusCode).toBe(200);
});

// Covers: fault-8
test('a connection cut in the middle of a transaction leaves nothing of it, and affects no other', async () => {
  const id = await visit();
  const cut = await owner.transaction().execute(async (trx) => {
    // Locks the row, so that the decision begins and then waits for the row.
    await sql`select from verifications where id = ${id} for update`.execute(trx);
    const deciding = decide(server, id);
    await expect
      .poll(async () => {
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(owner);
        return rows.length;
      })
      .toBe(1);
    return deciding;
  });
  expect(cut).toMatchObject(unavailable);
  expect(await auditOf(server.db, 'verification', id)).toEqual([]);
  expect((await decide(server, id)).statusCode).toBe(200);
});

// Covers: fault-9
test('of two deadlocked requests one is a 503 that may be repeated, the other completes', async () => {
  const [one, two] = [await visit(), await visit()];
  const db = connect({ ...server.owner, user: applicationRole });
  const both = await startOn(db);
  let begun = 0;
  const bothBegan = Promise.withResolvers<void>();
  both.app.post<{ Body: { ids: number[] } }>('/both', ({ body: { ids } }) =>
    db.transaction().execute(async (trx) => {
      for (const id of ids) {
        await sql`select from verifications where id = ${id} for update`.execute(trx);
        begun += 1;
        if (begun === 2) bothBegan.resolve();
        await bothBegan.promise;
      }
      return {};
    }),
  );
  const ask = (ids: number[]) =>
    both.app.inject({ method: 'POST', url: '/both', payload: { ids } });
  const answers = await Promise.all([ask([one, two]), ask([two, one])]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 503]);
  expect((await ask([one, two])).statusCode).toBe(200);
});

// Covers: fault-16
test('a full disk under the database is a 503 with that reason; reads continue, and writes resume once there is space', async () => {
  // A trigger raises the error that PostgreSQL raises when the disk is full.
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert on applicants execute function no_room()`.execute(owner);
  const file = await writeSpreadsheet(['NO-ROOM-1', 'NO-ROOM-2']);
  const refused = await sendSpreadsheet(server, admin.headers, file);
  expect(refused).toMatchObject(unavailable);
  expect(refused.json().message).toContain('no space');
  expect((await admin.get('applicants/?search=NO-ROOM')).json().count).toBe(0);
  await sql`drop trigger no_room on applicants`.execute(owner);
  const stored = await sendSpreadsheet(server, admin.headers, file);
  expect(stored.json().summary.successful).toBe(2);
});
