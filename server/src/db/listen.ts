import type { Kysely } from 'kysely';
import pg from 'pg';
import { optionsOf } from './connection.ts';
import { cutWhenSilent } from './prepare-connection.ts';
import type { Database } from './schema.ts';

/** The milliseconds before a broken connection is reopened. */
const reconnectDelay = 2_000;
/** The maximum time without an answer to a statement, in milliseconds. */
const longestSilence = 2_000;

/**
 * Listens to a channel of the database on a separate connection. A broken connection is reopened.
 * Notifications that were sent before it is open again are lost, so listeners must also poll.
 */
export function listen(
  db: Kysely<Database>,
  channel: string,
  onMessage: () => void,
): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client(optionsOf(db));
    client = fresh;
    fresh.on('notification', onMessage);
    fresh.on('error', () => {});
    fresh.once('end', () => {
      if (!isClosing) timer = setTimeout(connect, reconnectDelay);
    });
    try {
      await fresh.connect();
      cutWhenSilent(fresh, longestSilence);
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      onMessage();
    } catch {
      await fresh.end().catch(() => {});
    }
  }

  const connected = connect();
  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await connected;
      await client?.end().catch(() => {});
    },
  };
}
