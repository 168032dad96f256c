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
import { runCommand } from '../testing/services/run-command.ts';
import { createTestDatabase } from '../testing/test-database.ts';

test('the restore command restores the newest backup and reports the state of the audit', async () => {
  const { db, connection, drop } = await createTestDatabase();
  onTestFinished(drop);
  await db.insertInto('audit').values({ action: 'a', subject: 'b' }).execute();
  await chainAudit(db);
  const vault = await emptyVault();
  await makeBackup(connection, await emptyPhotos(), vault);
  const target = environmentFor(await emptyDatabase(), await temporaryFolder());
  const { code, said } = await runCommand('restore', ['--from', vault.folder], target);
  expect(code).toBe(0);
  expect(said).toContain('All tables and 0 files match the backup.');
  expect(said).toContain('Hash chain of the audit: unbroken, 1 rows.');
});
