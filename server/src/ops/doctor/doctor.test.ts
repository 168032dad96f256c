import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { chainAudit } from '../../db/audit/chain.ts';
import {
  demoPassphrase,
  makeDemoCertificate,
} from '../../features/reports/sign/demo-certificate.ts';
import { reasonOf } from '../../start/failure-reason.ts';
import { readRow } from '../../testing/rows.ts';
import {
  emptyDatabase,
  environmentFor,
  queryAsOwner,
  temporaryFolder,
} from '../../testing/services/backup-place.ts';
import { runCommand } from '../../testing/services/run-command.ts';
import { addVisit } from '../../testing/submission.ts';
import { closeAfterTest, signIn, startTestApp } from '../../testing/test-app.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { checkBackups } from './check-data.ts';
import { checkDatabase } from './check-database.ts';
import { checkFolder } from './check-folder.ts';
import { checkSigning } from './check-signing.ts';
import { checkBeforeStart, checkRoomBeforeStart } from './start-up.ts';

test('the doctor reports good and bad states while a server is running', async () => {
  const running = closeAfterTest(await startTestApp());
  const { platform, config, db, owner } = running;
  const { id } = await addVisit(running, await signIn(running, 'agent'), ['teal']);
  await chainAudit(db);
  const environment = {
    ...environmentFor({ ...owner, user: 'doorstep_app' }, config.dataDir),
    REPORT_SIGNING_PASSPHRASE: 'not-to-be-shown',
  };
  const well = await runCommand('doctor', [], environment);
  expect(well.said).toMatch(/ok +Audit +Unbroken: \d+ rows, head/);
  expect(well.said).toMatch(/ok +Photos +A random sample of 1 originals/);
  expect(well.said).toMatch(/ok +Migrations +Up to date/);
  expect(well.said).toMatch(/WARNING +Backups +BACKUP_TO is not set/);
  expect(well.said).not.toMatch(/not-to-be-shown|WRONG/);
  expect(well.code).toBe(0);

  const photo = await readRow(db, 'photos', { verification_id: id }, ['id']);
  await platform.photos.delete(`photos/${photo.id}/original`);
  const ill = await runCommand('doctor', [], environment);
  expect(ill.said).toContain(`photos/${photo.id}/original is missing`);
  expect(ill.code).toBe(1);
});

test('a full disk stops a start, a nearly full one is reported', async () => {
  const dataDir = await temporaryFolder();
  const withFree = async (free: number) =>
    (await checkFolder({ dataDir }, async () => ({ free })))[0];
  expect(await withFree(50 * 2 ** 20)).toMatchObject({ level: 'wrong', about: 'Disk' });
  expect(await withFree(2 ** 30)).toMatchObject({ level: 'warning', about: 'Disk' });
  expect(await withFree(2 ** 40)).toMatchObject({ level: 'ok', about: 'Disk' });
});

// Covers: fault-18
test('a full disk at the first start is one clear sentence, before anything is created', async () => {
  const dataDir = join(await temporaryFolder(), 'not', 'yet', 'there');
  const config = readConfig({ DATA_DIR: dataDir });
  const start = checkRoomBeforeStart(config, async () => ({ free: 10 * 2 ** 20 }));
  await expect(start).rejects.toThrow(
    /^The disk is full: 0\.0 GB are free on the disk of .*\. Free some space/,
  );
  await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  expect(reasonOf(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(
    'The disk is full. Free some space on the disk of the data folder.',
  );
});

test.skipIf(process.platform === 'win32').each([
  [0o755, 'warning'],
  [0o700, 'ok'],
  [0o711, 'ok'],
])('a data folder that others can read is reported: %o is %s', async (mode, level) => {
  const dataDir = await temporaryFolder();
  await chmod(dataDir, mode);
  expect((await checkFolder({ dataDir }))[1]).toMatchObject({
    level,
    text: expect.stringMatching(level === 'warning' ? /chmod 700/ : /Only the owner/),
  });
});

test('a clock that differs from the database’s, or was set back, is reported', async () => {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  const clocks = async (now: number) =>
    (await checkDatabase(db, () => now)).filter(({ about }) => about === 'Clock');
  expect(await clocks(Date.now())).toMatchObject([{ level: 'ok' }]);
  await db.insertInto('audit').values({ action: 'a', subject: 'b' }).execute();
  expect(await clocks(Date.now() - 3_600_000)).toMatchObject([
    { level: 'warning', text: expect.stringMatching(/differ by 36\d\d seconds/) },
    { level: 'warning', text: expect.stringMatching(/The clock was set back/) },
  ]);
});

test('a signing certificate that expires within 30 days is reported', async () => {
  const file = join(await temporaryFolder(), 'signing.p12');
  await makeDemoCertificate(file, 'Sahyadri');
  const config = readConfig({
    ...{ REPORT_SIGNING_P12: file, REPORT_SIGNING_PASSPHRASE: demoPassphrase },
  });
  const well = await checkSigning(config);
  const [day = ''] = /\d{4}-\d\d-\d\d/.exec(well.text) ?? [];
  expect(well).toMatchObject({ level: 'ok', text: expect.stringContaining('Sahyadri demo') });
  const before = (days: number) => Date.parse(day) - days * 86_400_000;
  expect((await checkSigning(config, before(31))).level).toBe('ok');
  expect((await checkSigning(config, before(29))).level).toBe('warning');
});

test('a database of a newer version stops a start, before anything is changed', async () => {
  const { connection: owner, drop } = await createTestDatabase();
  onTestFinished(drop);
  const config = readConfig({ DATA_DIR: await temporaryFolder() });
  await checkBeforeStart(config, owner, () => {});
  await queryAsOwner(owner, (client) =>
    client.query(`insert into kysely_migration values ('9001-later', now()::text)`),
  );
  await expect(checkBeforeStart(config, owner, () => {})).rejects.toThrow(
    /A newer Doorstep has used this database \(migration 9001-later\)\. Start that version/,
  );
  const empty = await emptyDatabase();
  await checkBeforeStart(config, empty, () => {});
});

test('a missing backup, and one of two days ago, are wrong', async () => {
  const config = readConfig({});
  const to = await temporaryFolder();
  const backup = { to, at: '02:30', keep: 3, passphraseFile: undefined };
  expect(await checkBackups({ ...config, backup })).toMatchObject({
    level: 'wrong',
    text: expect.stringMatching(/no complete backup/),
  });
});
