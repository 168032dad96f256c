import type { Changes } from '@doorstep/contract/wire/events';
import type { Kysely } from 'kysely';
import { chainedChannel } from '../../db/audit/chain.ts';
import { listen } from '../../db/listen.ts';
import type { Database } from '../../db/schema.ts';
import { collectChanges, usersOf } from './collect-changes.ts';
import { lastSeq, linksAfter } from './event-store.ts';

const batch = 1_000;
/** Milliseconds between two looks where no notice came: one may be lost with its connection. */
const patience = 5_000;

type Hear = (changes: Changes, users: ReadonlySet<number | null>) => void;

/**
 * Tells what changed, on whatever server: new places of the audit's chain, which are committed, in order and without
 * gaps, and to whom it happened. Each process reads them once for all who listen, and begins with the first who does.
 */
export function openFeed(db: Kysely<Database>, onError: (error: unknown) => void) {
  const hearers = new Set<Hear>();
  let running: Promise<{ close(): Promise<void> }> | undefined;
  let last = 0;

  async function run() {
    last = await lastSeq(db);
    let isClosing = false;
    let isBehind = false;
    let wake = () => {};
    const listening = listen(db, chainedChannel, () => {
      isBehind = true;
      wake();
    });
    const rest = () =>
      new Promise<void>((resolve) => {
        if (isBehind || isClosing) return resolve();
        const timer = setTimeout(resolve, patience);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    const reading = (async () => {
      let hasFailed = false;
      for (;;) {
        await rest();
        if (isClosing) return;
        isBehind = false;
        try {
          isBehind = await readOn();
          hasFailed = false;
        } catch (error) {
          if (!hasFailed) onError(error);
          hasFailed = true;
        }
      }
    })();
    return {
      async close() {
        isClosing = true;
        wake();
        await Promise.all([reading, listening.close()]);
      },
    };
  }

  async function readOn(): Promise<boolean> {
    const links = await linksAfter(db, last, batch);
    if (links.length === 0) return false;
    const told = collectChanges(links, last);
    last = told.last_event_id;
    const users = usersOf(links);
    if (told.changes.length + users.size > 0) for (const hear of hearers) hear(told, users);
    return links.length === batch;
  }

  async function since(after: number | undefined): Promise<Changes> {
    const now = await lastSeq(db);
    return collectChanges([], now, after === undefined || after === now);
  }

  return {
    /** Whether anything happened after an event: nothing is told again, who missed it fetches anew. */
    since,
    /** Tells every change from now on until the answer is called. */
    async follow(hear: Hear): Promise<() => void> {
      running ??= run().catch((error: unknown) => {
        running = undefined;
        throw error;
      });
      await running;
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    async close(): Promise<void> {
      await (await running?.catch(() => undefined))?.close();
    },
  };
}

export type EventFeed = ReturnType<typeof openFeed>;
