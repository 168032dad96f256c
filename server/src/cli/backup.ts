import { parseArgs } from 'node:util';
import { BadSettings, readConfig } from '../config.ts';
import { AnotherBackup, makeBackup } from '../ops/backup/make-backup.ts';
import { encryptionOf } from '../ops/backup/place/encryption.ts';
import { listBackups } from '../ops/backup/place/manifest.ts';
import { openTarget, readPassphrase } from '../ops/backup/place/target.ts';
import { openForCommand } from '../start/open-for-command.ts';
import { openPhotoStore } from '../start/open-photo-store.ts';
import { runCommand, say } from './run-command.ts';

const usage = `Backs up the database and the photos together. The server may be running or stopped.

  npm run backup -- --to /mnt/backups
  npm run backup -- --to s3://bucket/prefix
  --keep 14                  keeps the newest 14 backups there and deletes older ones
  --passphrase-file <file>   encrypts the backup; all backups at one place must be encrypted, or none`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      'passphrase-file': { type: 'string' },
      // Makes no backup if one was made since this time, so that several servers make only one daily backup.
      since: { type: 'string' },
    },
  });
  const config = readConfig();
  const to = values.to ?? config.backup?.to;
  if (to === undefined || !/^[1-9]\d{0,4}$/.test(values.keep ?? '1')) throw new BadSettings(usage);
  const store = await openTarget(config, to);
  const last = (await listBackups({ store })).at(-1);

  const passphrase = await readPassphrase(
    values['passphrase-file'] ?? config.backup?.passphraseFile,
  );
  const encryption = await encryptionOf(store, passphrase, { isNew: last === undefined });
  const { connection, close } = await openForCommand(config);
  try {
    const started = Date.now();
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    const photos = await openPhotoStore(config);
    const since = values.since === undefined ? undefined : new Date(values.since);
    const made = await makeBackup(connection, photos, { store, encryption }, { keep, since });
    const { manifest, blobs, pruned } = made;
    const bytes = manifest.tables.reduce((sum, { stream }) => sum + stream.bytes, 0);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Backup ${manifest.id}, with the data of ${manifest.takenAt}:`);
    say(`  ${rows} rows of ${manifest.tables.length} tables in ${megabytes(bytes)} MB`);
    say(
      `  ${blobs.count} files, of which ${blobs.copied} (${megabytes(blobs.copiedBytes)} MB) were new`,
    );
    if (pruned > 0) say(`  ${pruned} older backups deleted`);
    say(`Done in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    warnOf('MISSING in the photo store, not backed up', blobs.missing);
    warnOf('DAMAGED in the photo store, backed up as it is', blobs.damaged);
  } finally {
    await close();
  }
}

/** Prints to stderr, because the daily backup logs only this stream. */
function warnOf(what: string, { count, first }: { count: number; first: string[] }): void {
  for (const key of first) console.error(`${what}: ${key}`);
  if (count > first.length) console.error(`${what}: ${count - first.length} more`);
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);

await runCommand(async () => {
  try {
    await run();
  } catch (error) {
    // With `--since`, AnotherBackup is no failure: another server has made the backup or is making it.
    if (!(error instanceof AnotherBackup && process.argv.includes('--since'))) throw error;
  }
});
