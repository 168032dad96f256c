import { texts } from '@doorstep/contract/errors';
import { limits } from '@doorstep/contract/limits';
import { type Decision, decideVerification } from '@doorstep/contract/verifications';
import { addressOf, call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { idempotencyHeader, newKey } from '../../lib/intention.ts';
import { getSession } from '../../lib/session.ts';

const said = texts.verifications;

/** The one direct retry, with the bearer token of the stored user record. */
async function decideDirectly(id: string, decision: Decision, key: string): Promise<unknown> {
  const response = await fetch(addressOf(decideVerification, { id }), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${getSession()?.tokens.access_token ?? ''}`,
      ...idempotencyHeader(key),
    },
    body: JSON.stringify({ decision }),
    signal: AbortSignal.timeout(limits.httpTimeout),
  }).catch((cause: unknown) => {
    throw new ApiError('network', { cause });
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError('http', { status: response.status, body });
  return body;
}

/** What to tell of two failed attempts: the server's own words first, then what is known of each. */
function tell(first: unknown, second: unknown): string {
  const [one, two] = [first, second].map((error) =>
    error instanceof ApiError ? error : undefined,
  );
  const words = one?.serverMessage ?? two?.serverMessage;
  if (words !== undefined) return words;
  if (one?.status !== undefined) return said.serverError(one.status);
  if (two?.status !== undefined) return said.fetchStatus(two.status);
  if (one?.kind === 'network' || one?.kind === 'timeout') return said.noResponse;
  return said.requestError(first instanceof Error ? first.message : String(first));
}

function messageOfAnswer(answer: unknown): string {
  const { success, message } = (answer ?? {}) as { success?: unknown; message?: unknown };
  const text = typeof message === 'string' && message !== '' ? message : undefined;
  if (success !== true) throw new Error(text ?? said.decision);
  return text ?? 'Decision updated.';
}

/**
 * Sets the admin decision and answers the server's message. Any failure but an ended session leads to one
 * direct retry; throws an Error with the text to show.
 */
export async function decide(id: string, decision: Decision): Promise<string> {
  // The retry is the same request: done once, whichever attempt got through.
  const key = newKey();
  let answer: unknown;
  try {
    answer = await call(decideVerification, {
      params: { id },
      body: { decision },
      idempotencyKey: key,
    });
  } catch (first) {
    if (getSession() === null) throw first;
    try {
      answer = await decideDirectly(id, decision, key);
    } catch (second) {
      throw new Error(tell(first, second), { cause: second });
    }
  }
  return messageOfAnswer(answer);
}
