import { parseArgs } from 'node:util';
import { BadSettings, readConfig } from '../config.ts';
import { prepareDatabase } from '../db/application-role.ts';
import { CannotStart } from '../db/cannot-start.ts';
import { titleOf } from '../db/migrate.ts';
import { encryptionOf } from '../ops/backup/place/encryption.ts';
import { listBackups, readManifest, timeOf } from '../ops/backup/place/manifest.ts';
import { openTarget, readPassphrase } from '../ops/backup/place/target.ts';
import { readStream } from '../ops/backup/place/vault.ts';
import { rejectForeign, restoreBackup } from '../ops/backup/restore-backup.ts';
import { checkBlobs } from '../ops/backup/restore-blobs.ts';
import { openOwner } from '../start/open-owner.ts';
import { openPhotoStore } from '../start/open-photo-store.ts';
import { runCommand, say } from './run-command.ts';

const usage = `Restores a backup into the database and the photo store of the settings. Stop all servers that use them first.

  npm run restore -- --from /mnt/backups               restores the newest
  npm run restore -- --from s3://bucket/prefix --id 20260314t023000000z
  npm run restore -- --from … --list                   lists the backups
  npm run restore -- --from … --check                  reads and checks the whole backup, restores nothing
  --replace --confirm        deletes all data in the database first
  --passphrase-file <file>   for encrypted backups`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      id: { type: 'string' },
      list: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      confirm: { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
    },
  });
  const config = readConfig();
  const from = values.from ?? config.backup?.to;
  if (from === undefined) throw new BadSettings(usage);
  const store = await openTarget(config, from);
  const passphrase = await readPassphrase(
    values['passphrase-file'] ?? config.backup?.passphraseFile,
  );
  const vault = { store, encryption: await encryptionOf(store, passphrase) };
  const ids = await listBackups(vault);
  if (values.list) {
    for (const id of ids) say(`${id}  ${timeOf(id).toISOString()}`);
    say(`${ids.length} backups.`);
    return;
  }
  const id = values.id ?? ids.at(-1);
  if (id === undefined || !ids.includes(id)) {
    throw new CannotStart(
      `There is no ${values.id === undefined ? 'complete backup' : `backup ${values.id}`} in ${from}. An interrupted backup does not count`,
    );
  }
  const manifest = await readManifest(vault, id);
  await rejectForeign(manifest);
  say(`Backup ${id}: the data of ${manifest.takenAt}, made by Doorstep ${manifest.doorstep}.`);
  if (values.check) {
    for (const { stream } of manifest.tables) for await (const _ of readStream(vault, stream));
    say(
      `Complete: ${manifest.tables.length} tables, ${await checkBlobs(vault, manifest, say)} files.`,
    );
    return;
  }
  if (values.replace && !values.confirm) {
    throw new BadSettings(
      '--replace deletes all data in the database of the settings. To confirm, add --confirm',
    );
  }
  const started = Date.now();
  const { owner, ways, embedded } = await openOwner(config, say);
  try {
    const photos = await openPhotoStore(config);
    const { files, migrated, audit } = await restoreBackup(owner, photos, vault, manifest, {
      replace: values.replace,
      say,
    });
    await prepareDatabase(owner, { ...ways, say });
    if (migrated.length > 0)
      say(`Migrated to the current schema: ${migrated.map(titleOf).join(', ')}.`);
    say(`All tables and ${files} files match the backup.`);
    say(
      `Hash chain of the audit: ${audit.broken ? 'BROKEN, already when the backup was made' : `unbroken, ${audit.count} rows`}.`,
    );
    say(`Done in ${((Date.now() - started) / 1000).toFixed(1)} s. You can start the server now.`);
    if (audit.broken) process.exitCode = 1;
  } finally {
    await embedded?.stop();
  }
});
