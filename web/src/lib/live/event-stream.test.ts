import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { listEvents } from '@doorstep/contract/wire/events';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { superAdmin } from '../../testing/render-app.tsx';
import { onConnectionChange } from '../api/connection.ts';
import { saveSession } from '../session/session.ts';
import { followEvents } from './event-stream.ts';

const stopping = () => new AbortController();
const replyOf = (type: string, body: BodyInit) =>
  new Response(body, { headers: { 'Content-Type': type } });

beforeEach(() => saveSession(superAdmin));

test.each([
  ['a backend without events', bareFailure(405), 'unsupported'],
  ['a backend that answers with a web page', replyOf('text/html', '<p>'), 'unsupported'],
  ['a server that is briefly down', failure(503), 'broken'],
])('says whether %s may be asked again', async (_, reply, end) => {
  answer(listEvents, reply);
  expect(await followEvents(undefined, stopping().signal, () => {})).toBe(end);
});

test('reads events that arrive in pieces, and skips events without data', async () => {
  const pieces = [
    ': hello\n\nid: 1\nda',
    'ta: {"last_event_id":1}\n\ndata: {"last_event_id":2}\n',
    '\n',
  ];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  answer(listEvents, () => replyOf('text/event-stream', body));
  const heard: unknown[] = [];
  await followEvents(undefined, stopping().signal, (changes) => heard.push(changes));
  expect(heard).toEqual([{ last_event_id: 1 }, { last_event_id: 2 }]);
});

test.each([
  ['breaks', false, [[false]]],
  ['is stopped by the page', true, []],
])('a stream that %s: the page counts as offline only if it broke', async (_, isStopped, noted) => {
  const note = vi.fn();
  onTestFinished(onConnectionChange(note));
  const stop = stopping();
  answer(listEvents, () => {
    if (isStopped) stop.abort();
    return noConnection();
  });
  await followEvents(undefined, stop.signal, () => {});
  expect(note.mock.calls).toEqual(noted);
});
