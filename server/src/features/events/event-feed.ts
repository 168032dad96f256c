import type { Changes } from '@doorstep/contract/wire/events';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { repeat } from '../../work/repeat.ts';
import { collectChanges, usersOf } from './collect-changes.ts';
import { lastSeq, linksAfter } from './event-store.ts';

const batch = 1_000;
/** The time between two polls, in milliseconds. */
const pollInterval = 250;
type Listener = (changes: Changes, users: ReadonlySet<number | null>) => void;

/**
 * Publishes the committed entries of the audit chain, in order and without gaps. Starts to poll when the
 * first listener is added.
 */
export function openFeed(db: Kysely<Database>, onError: (error: unknown) => void) {
  const listeners = new Set<Listener>();
  let running: Promise<{ close(): Promise<void> }> | undefined;
  let last = 0;

  async function run() {
    last = await lastSeq(db);
    return repeat(publishNew, pollInterval, onError);
  }

  async function publishNew(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const links = await linksAfter(db, last, batch);
      if (links.length === 0) return;
      const changes = collectChanges(links, last);
      last = changes.last_event_id;
      const users = usersOf(links);
      if (changes.changes.length + users.size > 0) {
        for (const listener of listeners) listener(changes, users);
      }
    }
  }

  async function since(after: number | undefined): Promise<Changes> {
    const now = await lastSeq(db);
    if (after === undefined || after === now) return collectChanges([], now);
    // Fewer than `batch` audit rows means that all rows were read. If none of them reports a change to
    // clients, as with a sign-in, the client has missed nothing.
    const links = after < now ? await linksAfter(db, after, batch) : [];
    const { changes, last_event_id } = collectChanges(links, now);
    const isComplete = links.length > 0 && links.length < batch && changes.length === 0;
    return collectChanges([], isComplete ? last_event_id : now, isComplete);
  }

  return {
    /**
     * Returns the number of the last event, but no changes. If the client may have missed changes,
     * `is_complete` is false. The client then reloads its data.
     */
    since,
    async follow(listener: Listener): Promise<() => void> {
      running ??= run().catch((error: unknown) => {
        running = undefined;
        throw error;
      });
      await running;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close(): Promise<void> {
      await (await running?.catch(() => undefined))?.close();
    },
  };
}

export type EventFeed = ReturnType<typeof openFeed>;
