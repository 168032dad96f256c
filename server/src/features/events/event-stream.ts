import { Readable } from 'node:stream';
import type { Changes } from '@doorstep/contract/wire/events';
import { serverLimits } from '../../limits.ts';
import { tooMany } from '../../problems.ts';
import type { EventFeed } from './event-feed.ts';

export interface StreamLimits {
  /** Milliseconds between two signs of life, at each of which the session is looked at. */
  heartbeat: number;
}

const formatEvent = (changes: Changes) =>
  `id: ${changes.last_event_id}\ndata: ${JSON.stringify(changes)}\n\n`;

/** Streams of server-sent events; one ends with its reader, its session, or the server. */
export function openStreams(
  feed: EventFeed,
  { heartbeat }: StreamLimits = { heartbeat: serverLimits.streamHeartbeat },
) {
  const open = new Map<Readable, number>();

  async function start(
    userId: number,
    after: number | undefined,
    /** Milliseconds until the session runs out unless somebody uses it; 0 once it is over. */
    timeLeft: () => Promise<number>,
  ): Promise<Readable> {
    const own = [...open.values()].filter((id) => id === userId).length;
    if (own >= serverLimits.streamsPerUser) throw tooMany(60);
    const stream = new Readable({ read() {} });
    open.set(stream, userId);
    // A browser that is cut off waits this long before it comes back.
    stream.push('retry: 3000\n\n');
    const early: Changes[] = [];
    let send: (changes: Changes) => void = (changes) => early.push(changes);
    let runningOut: NodeJS.Timeout | undefined;
    const look = async () => {
      const left = await timeLeft().catch(() => heartbeat);
      clearTimeout(runningOut);
      if (stream.readableEnded || stream.destroyed) return false;
      if (left <= 0) stream.push(null);
      // Nothing tells of a session that runs out unused: it is asked again when it should have.
      else if (left < heartbeat) runningOut = setTimeout(look, left);
      return left > 0;
    };
    const unfollow = feed.follow((changes, users) => {
      if (changes.changes.length > 0) send(changes);
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
      clearTimeout(runningOut);
      unfollow.then(
        (stop) => stop(),
        () => {},
      );
    });
    try {
      await unfollow;
      write(formatEvent(await feed.since(after)));
    } catch (error) {
      stream.destroy();
      throw error;
    }
    // Changes that came meanwhile may be sent twice, which does no harm.
    send = (changes) => write(formatEvent(changes));
    for (const changes of early) send(changes);
    void look();
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
