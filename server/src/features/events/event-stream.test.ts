import type { Changes } from '@doorstep/contract/wire/events';
import { expect, test, vi } from 'vitest';
import { serverLimits } from '../../limits.ts';
import type { EventFeed } from './event-feed.ts';
import { openStreams } from './event-stream.ts';

const changesOf = (last_event_id: number): Changes => ({
  ...{ changes: [{ kind: 'applicant', id: 7 }], last_event_id, is_complete: true },
});
const nobody = new Set<number>();
const hour = async () => 3_600_000;

function feedOf(since: () => Promise<Changes>) {
  const listeners = new Set<Parameters<EventFeed['follow']>[0]>();
  const follow: EventFeed['follow'] = async (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const publish = (changes: Changes) => {
    for (const listener of listeners) listener(changes, nobody);
  };
  return { listeners, publish, streams: openStreams({ follow, since, close: async () => {} }) };
}

test('a change during the start of a stream is sent after its first event', async () => {
  const { publish, streams } = feedOf(async () => {
    publish(changesOf(2));
    return changesOf(1);
  });
  const stream = await streams.start(1, undefined, hour);
  publish(changesOf(3));
  stream.push(null);
  const ids = (await stream.toArray()).join('').match(/^id: \d+$/gm);
  expect(ids).toEqual(['id: 1', 'id: 2', 'id: 3']);
});

test('a stream that can’t start is ended and does not count', async () => {
  const { listeners, streams } = feedOf(() => Promise.reject(new Error('The database is away')));
  for (let times = 0; times <= serverLimits.streamsPerUser; times += 1) {
    await expect(streams.start(1, undefined, hour)).rejects.toThrow('away');
    await vi.waitFor(() => expect(listeners.size).toBe(0));
  }
});

test('a stream whose client reads too slowly is ended', async () => {
  const { publish, streams } = feedOf(async () => changesOf(1));
  const stream = await streams.start(1, undefined, hour);
  while (stream.readableLength <= serverLimits.streamBytesWaiting) publish(changesOf(2));
  expect(stream.destroyed).toBe(false);
  publish(changesOf(3));
  expect(stream.destroyed).toBe(true);
  publish(changesOf(4));
});
