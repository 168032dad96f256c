import { type Changes, listEvents } from '@doorstep/contract/wire/events';
import { addressOf } from '../api/api-client.ts';
import { noteAnswer, noteNoAnswer } from '../api/connection.ts';
import { getSession } from '../session/session.ts';

/** Why a stream is over: the backend has none, or it broke off and may be had again. */
export type StreamEnd = 'unsupported' | 'broken';

/** What a backend without live updates may answer; anything else passes. */
const unsupported = new Set([400, 403, 404, 405, 406, 501]);

/**
 * Passes on what the server sends after an event, until it breaks off. Not by the way of all other calls: this one never
 * renews a token and never ends a session, the work of whoever is at the screen does.
 */
export async function followEvents(
  after: number | undefined,
  signal: AbortSignal,
  onMessage: (changes: Changes) => void,
): Promise<StreamEnd> {
  const token = getSession()?.tokens.access_token;
  if (token === undefined) return 'broken';
  try {
    const response = await fetch(addressOf(listEvents, undefined, { after }), {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
      signal,
    });
    noteAnswer();
    if (unsupported.has(response.status)) return 'unsupported';
    if (!response.ok || !response.body) return 'broken';
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream'))
      return 'unsupported';
    await readAll(response.body, onMessage);
  } catch {
    // Offline, or a server that stopped.
  }
  if (!signal.aborted) noteNoAnswer();
  return 'broken';
}

async function readAll(body: ReadableStream<BufferSource>, onMessage: (changes: Changes) => void) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data) onMessage(JSON.parse(data) as Changes);
    }
  }
}
