import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { type Verified, verifyAudit } from '../../db/audit/verify.ts';
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
  refuseBesideServer,
} from './load-database.ts';
import type { Manifest } from './place/manifest.ts';
import type { Vault } from './place/vault.ts';
import { restoreBlobs, takeStore } from './restore-blobs.ts';

export interface Restored {
  files: number;
  /** Migrations that were applied to what an older version had backed up. */
  migrated: string[];
  audit: Verified;
}

interface Options {
  /** Whether the present content of the database and the photo store may be deleted. */
  replace?: boolean;
  say?: (line: string) => void;
}

/**
 * Makes a database and a photo store what they were when a backup was taken. The database is changed in one transaction,
 * which ends well only when every table, every file and the audit were found to be what was backed up.
 */
export async function restoreBackup(
  owner: pg.PoolConfig,
  photos: BlobStore,
  vault: Vault,
  manifest: Manifest,
  { replace = false, say = () => {} }: Options = {},
): Promise<Restored> {
  await refuseForeign(manifest);
  return inOneTransaction(owner, async (trx, client) => {
    const contents = await findContents(client);
    if (contents !== undefined && !replace) {
      throw new CannotStart(
        `The database is not empty: it holds ${contents}. Restore into an empty one, or do away with these by --replace --confirm`,
      );
    }
    await refuseBesideServer(client);
    await dropEverything(client);
    await loadTables(trx, client, vault, manifest, say);
    const migrated = await migrate(trx);
    const audit = await judgeAudit(trx, manifest);
    await takeStore(photos, await readSecret(trx), { replace });
    say(`  ${manifest.blobs.count} files`);
    const files = await restoreBlobs(vault, manifest, photos, say);
    await client.query('analyze');
    return { files, migrated, audit };
  });
}

export async function refuseForeign({ migrations, doorstep }: Manifest): Promise<void> {
  const foreign = await findForeign(migrations);
  if (!foreign) return;
  throw new CannotStart(
    foreign.isOlder
      ? `This backup was made by a Doorstep older than the release 0.2.0 (${doorstep}, migration ${foreign.migration}), which this version can't restore. Restore it with that version.`
      : `This backup was made by a newer Doorstep (${doorstep}, migration ${foreign.migration}). Restore it with that version.`,
  );
}

/** Verifies the hash chain, which must contain the link noted in the backup; rows that this links are rolled back. */
async function judgeAudit(trx: Kysely<Database>, { auditHead }: Manifest): Promise<Verified> {
  await sql`savepoint walk`.execute(trx);
  const verified = await verifyAudit(trx, auditHead ?? undefined);
  await sql`rollback to savepoint walk`.execute(trx);
  return verified;
}
