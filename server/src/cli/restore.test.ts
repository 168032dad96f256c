import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { chainAudit } from '../db/audit/chain.ts';
import { makeBackup } from '../ops/backup/make-backup.ts';
import {
  emptyDatabase,
  emptyPhotos,
  emptyVault,
  environmentFor,
  temporaryFolder,
} from '../testing/services/backup-place.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const command = fileURLToPath(new URL('restore.ts', import.meta.url));

test('the restore command restores the newest backup and reports the state of the audit', async () => {
  const { db, connection, drop } = await createTestDatabase();
  onTestFinished(drop);
  await db.insertInto('audit').values({ action: 'a', subject: 'b' }).execute();
  await chainAudit(db);
  const vault = await emptyVault();
  await makeBackup(connection, await emptyPhotos(), vault);
  const target = environmentFor(await emptyDatabase(), await temporaryFolder());
  const env = { ...process.env, ...target };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, '--from', vault.folder],
    { env },
  );
  expect(stdout).toContain('All tables and 0 files match the backup.');
  expect(stdout).toContain('Hash chain of the audit: unbroken, 1 rows.');
});
