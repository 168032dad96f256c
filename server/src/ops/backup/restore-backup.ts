import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { verifyAudit } from '../../db/audit/verify.ts';
import { CannotStart } from '../../db/cannot-start.ts';
import { findForeign, migrate } from '../../db/migrate.ts';
import type { Database } from '../../db/schema.ts';
import { readSecret } from '../../db/secret.ts';
import type { BlobStore } from '../../storage/blobs/blob-store.ts';
import {
  dropEverything,
  findContents,
  inOneTransaction,
  loadTables,
  rejectRunningServer,
} from './load-database.ts';
import type { Manifest } from './place/manifest.ts';
import type { Vault } from './place/vault.ts';
import { restoreBlobs, takeStore } from './restore-blobs.ts';

interface Options {
  /** Whether the database's data may be deleted, and a photo store of another database may be used. */
  replace?: boolean;
  say?: (line: string) => void;
}

/**
 * Restores a backup's database, and its files into a photo store. The database is changed in one transaction,
 * which commits only if every table and every file match the backup. A broken hash chain of the audit is
 * reported in the result, and does not stop the restore.
 */
export async function restoreBackup(
  owner: pg.PoolConfig,
  photos: BlobStore,
  vault: Vault,
  manifest: Manifest,
  { replace = false, say = () => {} }: Options = {},
) {
  await rejectForeign(manifest);
  return inOneTransaction(owner, async (trx, client) => {
    const contents = await findContents(client);
    if (contents !== undefined && !replace) {
      throw new CannotStart(
        `The database is not empty: it contains ${contents}. Restore into an empty database, or delete the data with --replace --confirm`,
      );
    }
    await rejectRunningServer(client);
    await dropEverything(client);
    await loadTables(trx, client, vault, manifest, say);
    const migrated = await migrate(trx);
    const audit = await judgeAudit(trx, manifest);
    const take = async () => takeStore(photos, await readSecret(trx), { replace });
    if (!replace) await take();
    say(`  ${manifest.blobs.count} files`);
    const files = await restoreBlobs(vault, manifest, photos, say);
    await client.query('analyze');
    // A store that is replaced stays with its database until every file was restored.
    if (replace) await take();
    return { files, migrated, audit };
  });
}

export async function rejectForeign({ migrations, doorstep }: Manifest): Promise<void> {
  const foreign = await findForeign(migrations);
  if (!foreign) return;
  throw new CannotStart(
    foreign.isOlder
      ? `A Doorstep older than release 0.2.0 made this backup (${doorstep}, migration ${foreign.migration}), and this version can't restore it. Restore it with that version.`
      : `A newer Doorstep made this backup (${doorstep}, migration ${foreign.migration}). Restore it with that version.`,
  );
}

/**
 * Verifies the hash chain, which must contain the link in the manifest. The verification also adds missing
 * links, which the rollback to the savepoint removes.
 */
async function judgeAudit(trx: Kysely<Database>, { auditHead }: Manifest) {
  await sql`savepoint walk`.execute(trx);
  const verified = await verifyAudit(trx, auditHead ?? undefined);
  await sql`rollback to savepoint walk`.execute(trx);
  return verified;
}
