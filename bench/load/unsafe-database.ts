import { prepareDatabase } from '../../server/src/db/application-role.ts';
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts';

/**
 * Starts a migrated database that is fast to fill but not crash-safe. With `await using`, the database
 * stops at the end of the scope.
 */
export async function startUnsafeDatabase(folder: string) {
  const { connection, stop } = await startEmbeddedPostgres(folder, console.error, {
    fsync: 'off',
    full_page_writes: 'off',
    max_wal_size: '8GB',
    wal_level: 'minimal',
    max_wal_senders: '0',
  });
  await prepareDatabase(connection, { mayLogIn: true });
  return { connection, [Symbol.asyncDispose]: stop };
}
