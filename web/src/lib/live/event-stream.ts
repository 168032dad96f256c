import { type Changes, listEvents } from '@doorstep/contract/wire/events';
import { addressOf } from '../api/api-client.ts';
import { noteAnswer, noteNoAnswer } from '../api/connection.ts';
import { getSession } from '../session/session.ts';

/** `unsupported`: the backend has no events. `broken`: the stream can be opened again. */
export type StreamEnd = 'unsupported' | 'broken';

/** The statuses of a backend without live updates. Other errors are temporary. */
const unsupported = new Set([400, 403, 404, 405, 406, 501]);

/**
 * Reports the events after `after`, until the stream breaks. Does not use `call`, because this request must
 * not renew a token or end a session.
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
    // The browser is offline, or the server has stopped.
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
