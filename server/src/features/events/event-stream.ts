import { Readable } from 'node:stream';
import type { Changes } from '@doorstep/contract/wire/events';
import { serverLimits } from '../../limits.ts';
import { tooMany } from '../../problems.ts';
import type { EventFeed } from './event-feed.ts';

export interface StreamLimits {
  /** Milliseconds between two signs of life, at each of which the session is looked at. */
  heartbeat: number;
}

const spell = (told: Changes) => `id: ${told.last_event_id}\ndata: ${JSON.stringify(told)}\n\n`;

/** Streams of server-sent events; one ends with its reader, its session, or the server. */
export function openStreams(feed: EventFeed, { heartbeat }: StreamLimits = { heartbeat: 20_000 }) {
  const open = new Map<Readable, number>();

  async function start(
    userId: number,
    after: number | undefined,
    isSessionOpen: () => Promise<boolean>,
  ): Promise<Readable> {
    const own = [...open.values()].filter((id) => id === userId).length;
    if (own >= serverLimits.streamsPerUser) throw tooMany(60);
    const stream = new Readable({ read() {} });
    open.set(stream, userId);
    // A browser that is cut off waits this long before it comes back.
    stream.push('retry: 3000\n\n');
    const early: Changes[] = [];
    let say: (told: Changes) => void = (told) => early.push(told);
    const look = async () => {
      const isOpen = await isSessionOpen().catch(() => true);
      if (!isOpen && !stream.readableEnded && !stream.destroyed) stream.push(null);
      return isOpen;
    };
    const unfollow = feed.follow((told, users) => {
      if (told.changes.length > 0) say(told);
      if (users.has(userId)) void look();
    });
    const timer = setInterval(async () => {
      if (await look()) write(': \n\n');
    }, heartbeat);
    const write = (text: string) => {
      if (stream.readableEnded || stream.destroyed) return;
      if (stream.readableLength > serverLimits.streamBytesWaiting) stream.destroy();
      else stream.push(text);
    };
    stream.once('close', () => {
      open.delete(stream);
      clearInterval(timer);
      unfollow.then(
        (stop) => stop(),
        () => {},
      );
    });
    try {
      await unfollow;
      write(spell(await feed.since(after)));
    } catch (error) {
      stream.destroy();
      throw error;
    }
    // What came while the past was read may be told twice, which does no harm.
    say = (told) => write(spell(told));
    for (const told of early) say(told);
    return stream;
  }

  return {
    start,
    /** Ends all streams in order: their readers come back, to another server. */
    close() {
      for (const stream of open.keys()) stream.push(null);
    },
  };
}
