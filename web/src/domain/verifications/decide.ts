import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { type Decision, decideVerification } from '@doorstep/contract/verifications';
import { addressOf, call } from '../../lib/api/api-client.ts';
import { ApiError, isUnanswered } from '../../lib/api/api-error.ts';
import { asSeen } from '../../lib/api/as-seen.ts';
import { noteNoAnswer } from '../../lib/api/connection.ts';
import { idempotencyHeader, newKey } from '../../lib/api/intention.ts';
import { getSession } from '../../lib/session/session.ts';

const said = texts.verifications;

/** The one direct retry, with the bearer token of the stored user record. */
async function decideDirectly(id: string, body: object, key: string): Promise<unknown> {
  const response = await fetch(addressOf(decideVerification, { id }), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${getSession()?.tokens.access_token ?? ''}`,
      ...idempotencyHeader(key),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limits.httpTimeout),
  }).catch((cause: unknown) => {
    throw new ApiError('network', { cause });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError('http', { status: response.status, body: answer });
  return answer;
}

/** What to show of two failed attempts: the server's own words first, then what is known of each. */
function describeFailures(first: unknown, second: unknown): string {
  const [one, two] = [first, second].map((error) =>
    error instanceof ApiError ? error : undefined,
  );
  const words = one?.serverMessage ?? two?.serverMessage;
  if (words !== undefined) return words;
  if (one?.status === 200 || two?.status === 200) return said.decision;
  if (one?.status !== undefined) return said.serverError(one.status);
  if (two?.status !== undefined) return said.fetchStatus(two.status);
  if (one?.kind === 'network' || one?.kind === 'timeout') return said.noResponse;
  return said.requestError(first instanceof Error ? first.message : String(first));
}

/** Whether the same decision may still be saved: no answer came, or the server could not take it just then. */
export function mayBeRepeated(failure: unknown): boolean {
  const cause = failure instanceof ApiError ? failure : (failure as Error).cause;
  const { status = 0 } = cause instanceof ApiError ? cause : {};
  return status < 400 || status === 408 || status === 429 || status >= 500;
}

/** Where the server said nothing more. */
export const updated = 'Decision updated.';

/** The message of an answer. One without the success flag is a failure, whatever its status. */
function accept(answer: unknown): string {
  const { success, message } = (answer ?? {}) as { success?: unknown; message?: unknown };
  // Words beside a missing flag may be those of a success: the specification has its own for that.
  if (success !== true) {
    throw new ApiError('http', { status: 200, body: success === false ? answer : undefined });
  }
  return typeof message === 'string' && message !== '' ? message : updated;
}

/**
 * Sets the admin decision on a verification as it was seen, and answers the server's message. Any failure but an ended
 * session leads to one direct retry; throws an Error with the text to show.
 */
export async function decide(
  id: string,
  decision: Decision,
  seen?: { updated_at?: string },
  /** What the admin notes on it; `claim` from the review desk: refused where a colleague has the case by now. */
  more: { claim?: true; notes?: string } = {},
): Promise<string> {
  const person = getSession()?.id;
  // The retry is the same request: done once, whichever attempt got through.
  const idempotencyKey = newKey();
  const body = { decision, ...asSeen(seen), ...more };
  try {
    return accept(await call(decideVerification, { params: { id }, body, idempotencyKey }));
  } catch (first) {
    // Signed out, or somebody else signed in meanwhile: it is not theirs to repeat.
    if (person === undefined || getSession()?.id !== person) throw first;
    try {
      return accept(await decideDirectly(id, body, idempotencyKey));
    } catch (second) {
      if (isUnanswered(second)) noteNoAnswer();
      throw new Error(describeFailures(first, second), { cause: second });
    }
  }
}
