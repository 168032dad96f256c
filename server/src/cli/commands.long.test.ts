import { randomUUID } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { applicationRole } from '../db/application-role.ts';
import { chainAudit } from '../db/audit/chain.ts';
import { readOwnPins } from '../features/evidence/places/place-store.ts';
import { runAlone } from '../features/retention/retention-store.ts';
import { localBlobStore } from '../storage/blobs/local-blob-store.ts';
import { s3BlobStore } from '../storage/blobs/s3-blob-store.ts';
import { changeRows, readRow } from '../testing/rows.ts';
import { environmentFor, temporaryFolder } from '../testing/services/backup-place.ts';
import { runCommand } from '../testing/services/run-command.ts';
import { startS3Server } from '../testing/services/s3-server.ts';
import { addVerificationRow } from '../testing/submission.ts';
import { addApplicant, addUser } from '../testing/test-app.ts';
import { connectForTest, createTestDatabase } from '../testing/test-database.ts';

type Settings = Record<string, string>;

const succeeds = (...lines: string[]) => ({
  code: 0,
  said: lines.map((line) => `${line}\n`).join(''),
});

async function startPlace() {
  const { db, connection, drop } = await createTestDatabase();
  onTestFinished(drop);
  const folder = await temporaryFolder();
  const place = environmentFor({ ...connection, user: applicationRole }, folder);
  return {
    ...{ db, folder, owner: connectForTest(connection) },
    run: (command: string, args: readonly string[] = [], more: Settings = {}) =>
      runCommand(command, args, { ...place, ...more }),
  };
}

test('commands reject wrong arguments and settings, and set an exit code', async () => {
  const settings = {
    DATABASE_URL: '',
    DATA_DIR: await temporaryFolder(),
    S3_BUCKET: '',
    BACKUP_TO: '',
  };
  const cases: [command: string, args: string[], code: number, reason: string][] = [
    ['verify-audit', ['--noted', '1:abc'], 2, 'verify-audit -- --noted 12345:<hash>'],
    ['repair-counts', [], 1, 'There is no database in'],
    ['recheck', [], 1, 'Name the first day: npm run recheck -- --since 2026-03-01'],
    ['move-photos', ['--to', 'bucket'], 1, 'npm run move-photos -- --to local'],
    ['move-photos', ['--to', 's3'], 1, 'Set S3_BUCKET'],
    ['load-pin-places', [], 1, 'npm run load-pin-places -- --remove'],
    ['load-pin-places', ['pins.csv', '--remove'], 1, 'npm run load-pin-places -- --remove'],
    ['load-pin-places', ['none.csv'], 1, "none.csv can't be read: ENOENT"],
    ['backup', ['--to', '/mnt/backups', '--keep', '0'], 1, 'npm run backup -- --to /mnt/backups'],
    ['restore', [], 1, 'npm run restore -- --from /mnt/backups'],
  ];
  const ran = await Promise.all(
    cases.map(([command, args]) => runCommand(command, args, settings)),
  );
  expect(ran).toEqual(
    cases.map(([, , code, reason]) => ({ code, said: expect.stringContaining(reason) })),
  );
});

test('verify-audit reports the head of an unbroken chain, and where a chain is broken', async () => {
  const place = await startPlace();
  const { db, owner } = place;
  await db.insertInto('audit').values({ action: 'a', subject: 'b' }).execute();
  await db.insertInto('audit').values({ action: 'c', subject: 'd' }).execute();
  await chainAudit(db);
  const { seq, audit_id, hash } = await readRow(db, 'audit_chain', { seq: 2 });
  const head = `${seq}:${Buffer.from(hash).toString('hex')}`;
  expect(await place.run('verify-audit', ['--noted', head])).toEqual(
    succeeds('Unbroken: 2 rows.', `Head: ${head}`),
  );
  const noted = `3:${'0'.repeat(64)}`;
  expect(await place.run('verify-audit', ['--noted', noted])).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /^BROKEN at link 3: the noted link .*\nUnbroken before this place: 2 /,
    ),
  });
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`delete from audit where id = ${audit_id}`.execute(trx);
  });
  expect(await place.run('verify-audit')).toMatchObject({
    code: 1,
    said: expect.stringContaining(`BROKEN at link 2, audit row ${audit_id}: the row was removed.`),
  });
});

test('repair-counts corrects counts and search texts, and reports how many', async () => {
  const place = await startPlace();
  const { id: agentId } = await addUser(place.db, 'agent');
  const { applicant } = await addVerificationRow(place.db, agentId);
  await sql`update applicant_counts set visited = visited + 1`.execute(place.owner);
  await sql`update verification_counts set positive = positive + 1`.execute(place.owner);
  await sql`delete from applicant_texts where applicant_id = ${applicant.id}`.execute(place.owner);
  expect(await place.run('repair-counts')).toEqual({
    code: 0,
    said: expect.stringMatching(
      /^Corrected \d+ counts of applicants, 1 counts of verifications and 1 search texts\.\n$/,
    ),
  });
  const well = succeeds('All stored counts and search texts are correct.');
  expect(await place.run('repair-counts')).toEqual(well);
});

test('recheck checks all verifications since a day in the time zone of the settings', async () => {
  const place = await startPlace();
  const { id: agentId } = await addUser(place.db, 'agent');
  const add = async (submitted_at: string) => {
    const { id } = await addVerificationRow(place.db, agentId);
    await changeRows(place.db, 'verifications', { id }, { submitted_at, evidence_due: false });
    return id;
  };
  const before = await add('2026-03-05T04:59:59Z');
  const checked = await add('2026-03-05T05:00:00Z');
  const wrong = await add('2026-03-05T10:00:00Z');
  const busy = await add('2026-03-06T10:00:00Z');
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = case new.id when ${sql.lit(wrong)} then '22012' else '57014' end; end $$`.execute(
    place.owner,
  );
  await sql`
    create trigger refused before update on verifications for each row
    when (new.id in (${sql.lit(wrong)}, ${sql.lit(busy)}) and new.evidence_checked_at is not null)
    execute function refuse()`.execute(place.owner);
  const newYork = { TIME_ZONE: 'America/New_York' };
  expect(await place.run('recheck', ['--since', '2026-03-05'], newYork)).toEqual({
    ...succeeds(
      `Verification ${wrong} could not be checked: error: refused`,
      '3 verifications were marked for checking.',
      '1 verifications could not be checked.',
      '1 verifications still have to be checked. A running server checks them.',
    ),
    code: 1,
  });
  for (const [id, isChecked] of [
    [before, false],
    [checked, true],
  ] as const) {
    const row = await readRow(place.db, 'verifications', { id });
    expect(row.evidence_checked_at !== null).toBe(isChecked);
  }
});

test('retention prints its plan, and deletes only without --dry-run', async () => {
  const place = await startPlace();
  const { db, folder } = place;
  const old = '2020-01-15T12:00:00Z';
  const { id } = await addApplicant(db, { deleted_at: old });
  const { id: user_id } = await addUser(db, 'agent', { deleted_at: old });
  await db
    .insertInto('identity_images')
    .values({ id: randomUUID(), user_id, kind: 'pan' })
    .execute();
  const photos = localBlobStore(join(folder, 'photos'));
  const key = `photos/${randomUUID()}/original`;
  await photos.put(key, Buffer.from('x'));
  for (const { name, parentPath } of await readdir(join(folder, 'photos'), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (name.endsWith('original'))
      await utimes(join(parentPath, name), new Date(old), new Date(old));
  }
  const settings = { RETENTION_DAYS_APPLICANTS: '1000' };
  const nameOf = async () => (await readRow(db, 'applicants', { id })).applicant_name;

  const plan = (await place.run('retention', ['--dry-run'], settings)).said;
  expect(plan).toMatch(/Photos to delete:[^]*Applicants to anonymise:[^]*'2020-01' │ 1 /);
  expect(plan).toMatch(
    /Identity images to delete: 1, of 1 deleted users\.\n1 files without a record would be deleted\.\n$/,
  );
  expect([await nameOf(), await photos.exists(key)]).toEqual([
    expect.stringMatching('Applicant '),
    true,
  ]);

  expect(await runAlone(db, () => place.run('retention'))).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^RETENTION_DAYS_PHOTOS and .* are not set[^]*The server is already running retention\. Try again later\n$/,
    ),
  });
  expect(await photos.exists(key)).toBe(true);

  expect(await place.run('retention', [], settings)).toEqual({
    code: 0,
    said: expect.stringMatching(
      /Photos of 0 applicants deleted, 1 applicants anonymised, identity images of 1 users deleted\.\n1 files without a record were deleted\.\n$/,
    ),
  });
  expect([await nameOf(), await photos.exists(key)]).toEqual(['Removed', false]);
});

test('move-photos copies into the bucket and back, and fails if a copy differs', async () => {
  const { settings: s3, stop } = await startS3Server();
  onTestFinished(stop);
  const folder = await temporaryFolder();
  const settings = {
    DATA_DIR: folder,
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint ?? '',
    S3_PREFIX: s3.prefix,
    S3_FORCE_PATH_STYLE: 'on',
  };
  const [local, bucket] = [localBlobStore(join(folder, 'photos')), s3BlobStore(s3)];
  await local.put('photos/1/original', Buffer.from('one'));
  await local.put('photos/2/original', Buffer.from('two'));
  await bucket.put('photos/2/original', Buffer.from('two, but damaged'));
  expect(await runCommand('move-photos', ['--to', 's3', '--delete'], settings)).toEqual({
    code: 1,
    said: '1 files copied, 0 were there already.\nDAMAGED, not deleted: photos/2/original\n1 files deleted from the old store.\n',
  });
  expect(await local.exists('photos/2/original')).toBe(true);
  await bucket.delete('photos/2/original');
  expect(await runCommand('move-photos', ['--to', 'local'], settings)).toEqual(
    succeeds('1 files copied, 0 were there already.'),
  );
  expect(Buffer.from(await local.get('photos/1/original')).toString()).toBe('one');
});

test('load-pin-places replaces the table, or leaves it if a row is wrong, and --remove restores it', async () => {
  const place = await startPlace();
  const load = async (rows: string) => {
    const file = join(place.folder, 'pins.csv');
    await writeFile(file, `pin_code,latitude,longitude\n${rows}`);
    return place.run('load-pin-places', [file]);
  };
  const pin = { pinCode: '411057', latitude: 18.59, longitude: 73.74, district: '' };
  expect(await load('411057,18.59,73.74')).toEqual(succeeds('Loaded 1 pin codes.'));
  expect(await load('411057,73.74,18.59')).toEqual({
    code: 1,
    said: expect.stringMatching(/^Nothing was loaded from .*pins\.csv\.\n.*swapped/),
  });
  expect(await readOwnPins(place.db)).toEqual([pin]);
  expect(await place.run('load-pin-places', ['--remove'])).toEqual(
    succeeds('Doorstep uses its own table again.'),
  );
  expect(await readOwnPins(place.db)).toEqual([]);
});
