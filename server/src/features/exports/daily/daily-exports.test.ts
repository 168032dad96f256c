import { mkdtemp, readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DailyExport, Target } from '@doorstep/contract/exports/daily';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { exportSources } from '../../../jobs/export-sources.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { s3BlobStore } from '../../../storage/blobs/s3-blob-store.ts';
import {
  addDailyRow,
  addLayoutRow,
  addLenderRow,
  dailyOf,
  layoutOf,
} from '../../../testing/lenders.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { startS3Server } from '../../../testing/services/s3-server.ts';
import { startSftpServer } from '../../../testing/services/sftp-server.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { planDeliveries } from './plan-deliveries.ts';
import { sendDailyExports } from './send-deliveries.ts';

const root = await mkdtemp(join(tmpdir(), 'doorstep-exports-'));
const running = await startSharedApp();
const { db, app } = running;
const { provider } = running.platform;
const delivery = { ...provider.delivery, folder: root };
const platform: Platform = { ...running.platform, provider: { ...provider, delivery } };
const superAdmin = await signIn(running, 'superadmin');
const agent = await signIn(running, 'agent');

const send = (by = platform) =>
  sendDailyExports(by, exportSources(by).verifications, new AbortController().signal);

const put = (id: number, payload: object) =>
  app.inject({
    ...{ method: 'PUT', url: `/api/v1/lenders/${id}/daily-export/`, payload },
    headers: superAdmin.headers,
  });

const listed = async (id: number) => {
  const { results } = (await superAdmin.get('daily-exports/')).json<{ results: DailyExport[] }>();
  return results.find(({ lender_id }) => lender_id === id);
};

async function addDecided(portfolio_name: string, secondsAgo = 172_800) {
  const added = await addVerificationRow(db, agent.user.id, { portfolio_name });
  await decide(added.id, secondsAgo);
  return added;
}

const decide = (id: number, secondsAgo: number) => {
  const decided_at = new Date(Date.now() - secondsAgo * 1_000);
  const decision = { admin_decision: 'positive', decided_by: superAdmin.user.id } as const;
  return changeRows(db, 'verifications', { id }, { ...decision, decided_at });
};
const setDaily = (lender_id: number, set: Parameters<typeof changeRows<'daily_exports'>>[3]) =>
  changeRows(db, 'daily_exports', { lender_id }, set);
const setDeliveries = (lender_id: number, set: Parameters<typeof changeRows<'deliveries'>>[3]) =>
  changeRows(db, 'deliveries', { lender_id }, set);
const longAgo = new Date(0);

const secondsSince = (moment: string) => (Date.now() - Date.parse(moment)) / 1_000;

/** Makes the next file due: moves the plan and earlier deliveries to the past, and renames the deliveries. */
async function dayLater(lenderId: number) {
  await setDaily(lenderId, { planned_until: new Date(Date.now() - 30 * 86_400_000) });
  const due_at = sql`due_at - make_interval(days => (id * id)::int)`;
  await setDeliveries(lenderId, { due_at, name: sql`id || '-' || name` });
}

async function addDailyLender(target?: Target) {
  const lender = await addLenderRow(db);
  const folder = `lender-${lender.id}`;
  await addLayoutRow(db, lender.id, layoutOf(['application_id']));
  await addDailyRow(db, lender.id, target ?? { kind: 'folder', folder });
  const files = () => readdir(join(root, folder));
  /** Returns the application ids in the file whose name contains `part`. */
  const sentIn = async (part = '') => {
    const [name = ''] = (await files()).filter((one) => one.includes(part));
    const file = await readFile(join(root, folder, name));
    return file.toString().trim().split('\r\n').slice(1).sort();
  };
  return { ...lender, files, sentIn };
}

// Covers: daily-exports-1
test('each file has the decisions that became final since the last one, once; a new decision is sent again', async () => {
  const lender = await addDailyLender();
  const other = await addLenderRow(db);
  const sent = await addDecided(lender.portfolio);
  await addDecided(other.portfolio);
  await addVerificationRow(db, agent.user.id, { portfolio_name: lender.portfolio });
  // This decision can still be undone.
  const fresh = await addDecided(lender.portfolio, 5);
  // Simulates two servers that send at the same time.
  await Promise.all([send(), send()]);
  expect(await lender.files()).toEqual([
    expect.stringMatching(/^lender-\d+-\d+-\d{4}-\d\d-\d\d-0000\.csv$/),
  ]);
  expect(await lender.sentIn()).toEqual([sent.applicant.application_id]);
  const audited = await auditOf(db, 'lender', lender.id);
  expect(audited.map(({ action }) => action)).toEqual(['send_daily_export']);

  for (const [{ id, applicant }, secondsAgo] of [
    [fresh, 172_000],
    [sent, 171_000],
  ] as const) {
    await decide(id, secondsAgo);
    await dayLater(lender.id);
    await send();
    expect(await lender.sentIn()).toEqual([applicant.application_id]);
  }
});

test('when the clock is set back, no second file replaces the first', async () => {
  const lender = await addDailyLender();
  const { applicant } = await addDecided(lender.portfolio, secondsSince('2020-10-20T12:00:00Z'));
  await setDaily(lender.id, { at: '02:30', since: longAgo });
  for (const [planned, now] of [
    ['2020-10-24T12:00:00Z', '2020-10-25T00:40:00Z'],
    ['2020-10-25T00:30:00Z', '2020-10-25T01:40:00Z'],
  ] as const) {
    await setDaily(lender.id, { planned_until: planned });
    await planDeliveries(db, 'Europe/Berlin', new Date(now));
    await send();
  }
  const names = (await lender.files()).filter((name) => name.includes('2020-10-25-0230'));
  expect(names).toHaveLength(1);
  expect(await lender.sentIn('2020-10-25-0230')).toEqual([applicant.application_id]);
});

// Covers: daily-exports-1
test('a decision that becomes the lender’s later is in the next file, but not one of long before', async () => {
  const lender = await addDailyLender();
  await setDaily(lender.id, { since: longAgo });
  const { portfolio } = await addLenderRow(db);
  // The last file was planned 30 days ago.
  const days = 30 + serverLimits.deliveryLookBackDays;
  const late = await addDecided(portfolio, (days - 1) * 86_400);
  await addDecided(portfolio, (days + 1) * 86_400);
  const theirs = { lender_id: lender.id };
  await changeRows(db, 'lender_portfolios', { portfolio_name: portfolio }, theirs);
  await send();
  expect(await lender.sentIn()).toEqual([late.applicant.application_id]);
});

// Covers: daily-exports-2
test('a file that was stored before a crash is stored again under its name, with the same rows', async () => {
  const lender = await addDailyLender();
  const { applicant } = await addDecided(lender.portfolio);
  await send();
  const unsent = { sent_at: null, leased_until: longAgo, next_try_at: longAgo };
  await setDeliveries(lender.id, unsent);
  await addDecided(lender.portfolio);
  await send();
  expect(await lender.files()).toHaveLength(1);
  expect(await lender.sentIn()).toEqual([applicant.application_id]);
});

// Covers: daily-exports-2
test('a server that stops while it makes a file releases the file, and this does not count as an attempt to send', async () => {
  const lender = await addDailyLender();
  const { applicant } = await addDecided(lender.portfolio);
  const stop = new AbortController();
  const { verifications } = exportSources(platform);
  const readRows = () => Promise.reject(stop.abort());
  await sendDailyExports(platform, { ...verifications, readRows }, stop.signal);
  expect((await listed(lender.id))?.deliveries).toMatchObject([{ tries: 0, failure: null }]);
  await send();
  expect(await lender.sentIn()).toEqual([applicant.application_id]);
});

// Covers: daily-exports-1
test('a file that is sent late has no decision that was replaced meanwhile, and keeps its format', async () => {
  const lender = await addDailyLender();
  const [kept, replaced] = [await addDecided(lender.portfolio), await addDecided(lender.portfolio)];
  await planDeliveries(db, platform.provider.timeZone);
  const before = await readRow(db, 'verifications', { id: replaced.id }, ['decided_at']);
  await decide(replaced.id, 1);
  await setDaily(lender.id, { format: 'xlsx' });
  await send();
  expect(await lender.sentIn()).toEqual([kept.applicant.application_id]);

  await changeRows(db, 'verifications', { id: replaced.id }, before);
  await setDaily(lender.id, { format: 'csv' });
  await dayLater(lender.id);
  await send();
  expect(await lender.sentIn()).toEqual([replaced.applicant.application_id]);

  await setDaily(lender.id, { format: 'xlsx' });
  await dayLater(lender.id);
  await send();
  const sheet = (await lender.files()).find((name) => name.endsWith('.xlsx')) ?? '';
  const { sheets } = await readXlsx(await readFile(join(root, `lender-${lender.id}`, sheet)));
  expect(sheets[0]?.rows).toEqual([['Their application_id']]);
});

test('an undo that restores a sent decision does not send it again', async () => {
  const lender = await addDailyLender();
  const { id } = await addDecided(lender.portfolio);
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const moment = `${day}T10:00:00.123456Z`;
  await setDaily(lender.id, { since: longAgo });
  await changeRows(db, 'verifications', { id }, { decided_at: moment });
  await send();
  await decide(id, 1);
  // Simulates an undo that restores the time without microseconds.
  await changeRows(db, 'verifications', { id }, { decided_at: `${moment.slice(0, -4)}Z` });
  await dayLater(lender.id);
  await send();
  expect(await lender.sentIn()).toEqual([]);
});

// Covers: daily-exports-3, threat-49
test('over SFTP, only a server with the pinned host key gets the file; a failure is shown and tried later', async () => {
  const server = await startSftpServer();
  onTestFinished(server.stop);
  const { id, portfolio } = await addLenderRow(db);
  const { applicant } = await addDecided(portfolio);
  const target = { kind: 'sftp', host: '127.0.0.1', port: server.port, user: server.user } as const;
  const wrong = { ...target, folder: '', host_key: `SHA256:${'A'.repeat(43)}` };
  const secret = { kind: 'key', key: server.key };
  expect((await put(id, dailyOf(wrong))).json()).toMatchObject({
    errors: { secret: ['Enter the password or the key for this server'] },
  });
  const set = await put(id, { ...dailyOf(wrong), secret });
  expect(set.statusCode, set.body).toBe(200);
  const stored = await readRow(db, 'daily_exports', { lender_id: id }, ['secret']);
  const shown = [set.body, stored.secret?.toString('latin1'), JSON.stringify(await listed(id))];
  for (const text of shown) expect(text).not.toContain(server.key.split('\n')[1]);
  await setDaily(id, { since: longAgo, planned_until: longAgo });
  await send();
  expect((await listed(id))?.deliveries).toMatchObject([
    { tries: 1, sent_at: null, failure: expect.stringContaining(server.hostKey) },
  ]);
  expect(await readdir(server.files)).toEqual([]);

  // After a change of the host key, the secret must be entered again.
  const right = { ...wrong, host_key: server.hostKey };
  expect((await put(id, dailyOf(right))).statusCode).toBe(400);
  const missing = { ...right, folder: 'no/such/folder' };
  expect((await put(id, { ...dailyOf(missing), secret })).statusCode).toBe(200);
  await send();
  await setDeliveries(id, { next_try_at: longAgo });
  await send();
  const failed = (await listed(id))?.deliveries[0];
  expect(failed).toMatchObject({ tries: 2, failure: expect.stringContaining('does not exist') });
  const wait = Date.parse(failed?.next_try_at ?? '') - Date.now();
  expect(wait).toBeGreaterThan(100_000);
  expect(wait).toBeLessThanOrEqual(120_000);

  expect((await put(id, dailyOf(right))).statusCode).toBe(200);
  await send();
  const names = await readdir(server.files);
  expect(names).toEqual([expect.stringMatching(/\.csv$/)]);
  const file = await readFile(join(server.files, names[0] ?? ''));
  expect(file.toString()).toContain(applicant.application_id);
  await setDeliveries(id, { sent_at: null, next_try_at: longAgo });
  await send();
  expect(await readdir(server.files)).toEqual(names);
  expect(await listed(id)).toMatchObject({ deliveries: [{ failure: null, rows: 1 }] });

  // A secret is deleted if the target no longer needs it.
  const bucket = { kind: 'bucket', bucket: 'mis', folder: 'daily' } as const;
  expect((await put(id, dailyOf(bucket))).json()).toMatchObject({ has_secret: false });
  expect(await readRow(db, 'daily_exports', { lender_id: id }, ['secret'])).toEqual({
    secret: null,
  });
  const audits = (await auditOf(db, 'lender', id)).filter(
    ({ action }) => action === 'change_daily_export',
  );
  expect(audits.map(({ after }) => after?.secret)).toEqual([
    ...['changed', 'changed', undefined, undefined],
  ]);
});

test('a file is named after its lender, with the id if the name alone could mean another', async () => {
  const names = ['Axis Bank', 'आदित्य बिरला', 'HDFC Ltd', 'H.D.F.C. Ltd', 'HDFC  (Ltd)'];
  const ids: number[] = [];
  for (const name of names) {
    const { id } = await addDailyLender();
    await changeRows(db, 'lenders', { id }, { name });
    ids.push(id);
  }
  await planDeliveries(db, platform.provider.timeZone);
  const files = ids.map((lender_id) => readRow(db, 'deliveries', { lender_id }, ['name']));
  const shown = (await Promise.all(files)).map(({ name }) =>
    name.replace(/-\d{4}-\d\d-\d\d-.*/, ''),
  );
  const [, own, two, , three] = ids;
  expect(shown).toEqual([
    ...['axis-bank', `lender-${own}`, `hdfc-ltd-${two}`, 'h-d-f-c-ltd', `hdfc-ltd-${three}`],
  ]);
});

test('a secret that this server can’t decrypt must be entered again', async () => {
  const { id } = await addLenderRow(db);
  const target = { kind: 'sftp', host: '127.0.0.1', port: 1, user: 'x', folder: '' } as const;
  const host_key = `SHA256:${'A'.repeat(43)}`;
  const secret = { kind: 'password', password: 'secret' };
  await put(id, { ...dailyOf({ ...target, host_key }), secret });
  await setDaily(id, { planned_until: longAgo, secret: Buffer.alloc(64) });
  await send();
  const failure = 'The password or key is missing. Enter it again.';
  expect((await listed(id))?.deliveries).toMatchObject([{ failure }]);
});

// Covers: daily-exports-3
test('after the last failed attempt to send, a file waits for a super admin', async () => {
  const { id } = await addLenderRow(db);
  const target = { kind: 'sftp', host: '127.0.0.1', port: 1, user: 'x', folder: '' } as const;
  const host_key = `SHA256:${'A'.repeat(43)}`;
  const secret = { kind: 'password', password: 'secret' };
  await put(id, { ...dailyOf({ ...target, host_key }), secret });
  await setDaily(id, { planned_until: longAgo });
  await send();
  await setDeliveries(id, { tries: 19, next_try_at: longAgo });
  await send();
  const failure = 'The host accepts no connection at this port. Check the host and the port.';
  const last = { tries: 20, next_try_at: null };
  expect((await listed(id))?.deliveries).toMatchObject([{ ...last, failure }]);
  // Simulates a server that died during the last attempt to send.
  await setDeliveries(id, { failure: null, next_try_at: longAgo, leased_until: longAgo });
  await send();
  expect((await listed(id))?.deliveries).toMatchObject([
    { ...last, failure: expect.stringContaining('server stopped') },
  ]);
  const retried = await superAdmin.post(`lenders/${id}/daily-export/retry/`, {});
  expect(retried.json()).toMatchObject({ deliveries: [{ next_try_at: expect.any(String) }] });
  expect((await superAdmin.delete(`lenders/${id}/daily-export/`)).statusCode).toBe(200);
  expect(await readRows(db, 'deliveries', { lender_id: id }, ['id'])).toEqual([]);
  expect(await listed(id)).toBeUndefined();
});

// Covers: threat-50
test('a folder must be below EXPORT_DIR, also behind a link', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'doorstep-outside-'));
  await symlink(outside, join(root, 'link'));
  const lender = await addLenderRow(db);
  await addDailyRow(db, lender.id, { kind: 'folder', folder: 'link/in' });
  await send();
  const failure = 'The folder is outside EXPORT_DIR.';
  expect((await listed(lender.id))?.deliveries).toMatchObject([{ failure }]);
  await setDeliveries(lender.id, { next_try_at: longAgo });
  await send(running.platform);
  const unset = 'This server has no export folder: set EXPORT_DIR.';
  expect((await listed(lender.id))?.deliveries).toMatchObject([{ failure: unset }]);
  for (const folder of ['../x', 'a/../../x', '/etc', 'a//b', '.ssh', 'a\\b', '']) {
    const refused = await put(lender.id, dailyOf({ kind: 'folder', folder }));
    expect([folder, refused.statusCode]).toEqual([folder, 400]);
  }
  expect((await put(lender.id, dailyOf({ kind: 'folder', folder: 'a' }))).json()).toMatchObject({
    errors: { 'target.kind': [expect.stringContaining('EXPORT_DIR')] },
  });
});

test('a bucket gets the file, and replaces it under the same name', async () => {
  const { settings, stop } = await startS3Server();
  onTestFinished(stop);
  const { bucket } = settings;
  const lender = await addDailyLender({ kind: 'bucket', bucket, folder: 'mis/daily' });
  const { applicant } = await addDecided(lender.portfolio);
  const by = { ...platform, provider: { ...provider, delivery: { folder: root, s3: settings } } };
  await send(by);
  await setDeliveries(lender.id, { sent_at: null, next_try_at: longAgo });
  await changeRows(db, 'applicants', { id: applicant.id }, { application_id: 'CHANGED-1' });
  await send(by);
  const { deliveries } = (await listed(lender.id)) ?? {};
  expect(deliveries).toMatchObject([{ failure: null, tries: 2 }]);
  const store = s3BlobStore({ ...settings, prefix: 'mis/daily/' });
  const file = Buffer.from(await store.get(deliveries?.[0]?.name ?? ''));
  expect(file.toString()).toContain('CHANGED-1');
});
