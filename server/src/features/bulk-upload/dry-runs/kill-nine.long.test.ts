import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { DryRunResult, TakeResult } from '@doorstep/contract/bulk-upload/dry-run';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../db/connection.ts';
import {
  emptyDatabase,
  environmentFor,
  temporaryFolder,
} from '../../../testing/services/backup-place.ts';
import { startServer } from '../../../testing/services/server-process.ts';
import { writeSpreadsheet } from '../../../testing/spreadsheets/spreadsheet-upload.ts';
import { addApplicant, addUser, password } from '../../../testing/test-app.ts';
import { rowsPerPack } from '../rows/pack-applicants.ts';

// Covers: fault-66
test('kill -9 while a file is taken in: no row is stored, and the next server takes it in', async () => {
  const owner = await emptyDatabase();
  const environment = environmentFor(owner, await temporaryFolder());
  let server = await startServer(environment);
  const db = connect(owner);
  onTestFinished(() => db.destroy());
  const { email } = await addUser(db, 'admin');
  const post = async (path: string, body: FormData | string, headers: Record<string, string>) => {
    const json = typeof body === 'string' && { 'content-type': 'application/json' };
    const init = { method: 'POST', body, headers: { ...headers, ...json } };
    const answer = await fetch(`${server.address}/api/v1/${path}`, init);
    return { status: answer.status, json: await answer.json() };
  };
  const signIn = JSON.stringify({ email_or_mobile: email, password });
  const login = await post('auth/login/', signIn, {});
  const { tokens } = login.json as { tokens: { access_token: string } };
  const headers = {
    authorization: `Bearer ${tokens.access_token}`,
    'idempotency-key': randomUUID(),
  };
  const ids = Array.from({ length: 2 * rowsPerPack }, (_, at) => `K-${at}`);
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(await writeSpreadsheet(ids))]), 'cases.xlsx');
  const dryRun = await post('bulk/try/', form, headers);
  expect(dryRun).toMatchObject({ status: 200, json: { counts: { new: ids.length } } });
  const { upload_id } = dryRun.json as DryRunResult;
  const take = () => post(`bulk/uploads/${upload_id}/take/`, '{}', headers);
  const count = async (table: 'applicants' | 'tried_uploads') => {
    const all = await db.selectFrom(table).select(sql<number>`count(*)`.as('count')).execute();
    return all[0]?.count;
  };

  let taking: Promise<unknown> | undefined;
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      // This uncommitted row has the last contact point of the file, so the server must wait when it inserts
      // the second pack. It is killed while it waits.
      await addApplicant(trx, { application_id: ids.at(-1) ?? '', visit_type: 'OFFICE' });
      let answered: unknown;
      taking = take().catch((error: unknown) => error);
      void taking.then((answer) => {
        answered = answer;
      });
      await expect
        .poll(
          async () => {
            const { rows } = await sql`
              select from pg_locks l join pg_stat_activity s using (pid)
              where s.datname = current_database() and l.locktype = 'transactionid' and not l.granted`.execute(
              db,
            );
            return rows.length > 0 ? 'waiting' : answered;
          },
          { timeout: 60_000 },
        )
        .toBe('waiting');
      const ended = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
  expect(await taking).toBeInstanceOf(TypeError);

  server = await startServer(environment);
  expect(await count('applicants')).toBe(0);
  expect(await count('tried_uploads')).toBe(1);
  const { status, json: taken } = await take();
  expect(status).toBe(200);
  expect((taken as TakeResult).summary.successful).toBe(ids.length);
  expect(await take()).toEqual({ status, json: taken });
  expect(await count('applicants')).toBe(ids.length);
  expect(await count('tried_uploads')).toBe(0);
}, 300_000);
