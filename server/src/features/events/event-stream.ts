import { Readable } from 'node:stream';
import type { Changes } from '@doorstep/contract/wire/events';
import { serverLimits } from '../../limits.ts';
import { tooMany } from '../../problems.ts';
import type { EventFeed } from './event-feed.ts';

export interface StreamLimits {
  /** The time between two heartbeats, in ms. Each heartbeat also checks the session. */
  heartbeat: number;
}

const formatEvent = (changes: Changes) =>
  `id: ${changes.last_event_id}\ndata: ${JSON.stringify(changes)}\n\n`;

export function openStreams(
  feed: EventFeed,
  { heartbeat }: StreamLimits = { heartbeat: serverLimits.streamHeartbeat },
) {
  const open = new Map<Readable, number>();

  async function start(
    userId: number,
    after: number | undefined,
    /** Returns how long an unused session stays valid, in ms, or 0 if it has ended. */
    timeLeft: () => Promise<number>,
  ): Promise<Readable> {
    const own = [...open.values()].filter((id) => id === userId).length;
    if (own >= serverLimits.streamsPerUser) throw tooMany(60);
    const stream = new Readable({ read() {} });
    open.set(stream, userId);
    // Makes a disconnected browser wait 3 seconds before it reconnects.
    stream.push('retry: 3000\n\n');
    const early: Changes[] = [];
    let send: (changes: Changes) => void = (changes) => early.push(changes);
    let runningOut: NodeJS.Timeout | undefined;
    const look = async () => {
      const left = await timeLeft().catch(() => heartbeat);
      clearTimeout(runningOut);
      if (stream.readableEnded || stream.destroyed) return false;
      if (left <= 0) stream.push(null);
      // No event reports that an unused session expires, so the session is checked at its expected end.
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
    // Changes from just before or during the start of the stream may be sent twice, which does no harm.
    send = (changes) => write(formatEvent(changes));
    for (const changes of early) send(changes);
    void look();
    return stream;
  }

  return {
    start,
    /** Ends all streams cleanly, so that their clients reconnect to another server. */
    close() {
      for (const stream of open.keys()) stream.push(null);
    },
  };
}
