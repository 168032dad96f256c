import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

export interface Person {
  id: number;
  name: string;
  headers: Record<string, string>;
}

export interface Office {
  address: string;
  admin: Person;
  agents: Person[];
  photos: { bytes: Uint8Array; sha256: string }[];
  /**
   * The time during which a rejected or interrupted write is sent again with its key, in milliseconds.
   * Default: 0.
   */
  repeatsFor?: number;
}

export interface Job {
  office: Office;
  ledger: Ledger;
  random: () => number;
}

type Answer = {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  bytes: Uint8Array;
};

/**
 * Sends a write. If no answer comes or the write may be sent again, repeats it for `repeatsFor` milliseconds.
 * Returns `undefined` if no answer came to the last request. Records the result in the ledger.
 */
export async function write(
  { office, ledger }: Pick<Job, 'office' | 'ledger'>,
  kind: string,
  path: string,
  request: RequestInit,
): Promise<Answer | undefined> {
  const tally = tallyOf(ledger, kind);
  const until = performance.now() + (office.repeatsFor ?? 0);
  for (let isRepeated = false; ; isRepeated = true) {
    const answer = await writeOnce(ledger, kind, `${office.address}/api/v1/${path}`, request);
    const isAnswered = answer && !mayRepeat(answer);
    if (isAnswered && isRepeated && answer.status < 300) tally.repeated += 1;
    if (isAnswered || performance.now() > until) return answer;
    await sleep(200);
  }
}

function tallyOf({ tally }: Ledger, kind: string) {
  tally[kind] ??= { done: 0, refused: 0, cut: 0, repeated: 0 };
  return tally[kind];
}

/**
 * Whether a write may be sent again: the server asks for a retry, or expects a photo to continue at another
 * byte.
 */
const mayRepeat = ({ status, headers, body }: Answer) =>
  (headers.has('retry-after') && (status === 503 || status === 409)) ||
  body.code === 'wrong_offset';

async function writeOnce(
  ledger: Ledger,
  kind: string,
  url: string,
  request: RequestInit,
): Promise<Answer | undefined> {
  const tally = tallyOf(ledger, kind);
  const began = performance.now();
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(30_000) });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { status, headers } = answer;
    const isJson = headers.get('content-type')?.includes('json');
    const body = isJson ? JSON.parse(Buffer.from(bytes).toString()) : {};
    const heard = { status, headers, body, bytes };
    if (status < 300) tally.done += 1;
    else if (mayRepeat(heard)) {
      tally.refused += 1;
      await sleep(50);
    } else ledger.wrong.push(`${kind}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    return heard;
  } catch {
    tally.cut += 1;
    return undefined;
  } finally {
    const ms = performance.now() - began;
    if (ms > ledger.longest.ms) ledger.longest = { what: kind, ms };
  }
}

export const json = (
  method: string,
  person: Person,
  body: object,
  key = randomUUID(),
): RequestInit => ({
  method,
  headers: { ...person.headers, 'content-type': 'application/json', 'idempotency-key': key },
  body: JSON.stringify(body),
});
