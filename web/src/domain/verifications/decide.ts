import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { type Decision, decideVerification } from '@doorstep/contract/verifications';
import { addressOf, call } from '../../lib/api/api-client.ts';
import { ApiError, isUnanswered } from '../../lib/api/api-error.ts';
import { seenVersion } from '../../lib/api/conflicts.ts';
import { noteNoAnswer } from '../../lib/api/connection.ts';
import { idempotencyHeader, newKey } from '../../lib/api/intention.ts';
import { getSession } from '../../lib/session/session.ts';

const said = texts.verifications;

/** Makes the one direct retry, with the bearer token of the stored user record. */
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

/** Returns the text for two failed attempts: the server's message if there is one, else what is known of each. */
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

/** Whether the same decision may still be saved: no answer came, or the server was temporarily unavailable. */
export function mayBeRepeated(failure: unknown): boolean {
  const cause = failure instanceof ApiError ? failure : (failure as Error).cause;
  const { status = 0 } = cause instanceof ApiError ? cause : {};
  return status < 400 || status === 408 || status === 429 || status >= 500;
}

/** Used if the server sent no message. */
export const updated = 'Decision updated.';

/** Returns the message of an answer. An answer without the success flag is a failure, whatever its status. */
function accept(answer: unknown): string {
  const { success, message } = (answer ?? {}) as { success?: unknown; message?: unknown };
  // A message without the flag may be one of success, so the specification's own failure text is shown.
  if (success !== true) {
    throw new ApiError('http', { status: 200, body: success === false ? answer : undefined });
  }
  return typeof message === 'string' && message !== '' ? message : updated;
}

/**
 * Sets the admin decision on a verification as it was seen, and returns the server's message. Retries once directly after
 * any failure except an ended session. Throws an Error with the text to show.
 */
export async function decide(
  id: string,
  decision: Decision,
  seen?: { updated_at?: string },
  /** The admin's notes. `claim` is sent by the review desk: rejected if a colleague has the case by now. */
  more: { claim?: true; notes?: string } = {},
): Promise<string> {
  const person = getSession()?.id;
  // The retry is the same request and is applied once, whichever attempt arrived.
  const idempotencyKey = newKey();
  const body = { decision, ...seenVersion(seen), ...more };
  try {
    return accept(await call(decideVerification, { params: { id }, body, idempotencyKey }));
  } catch (first) {
    // If the user has signed out or changed meanwhile, the request must not be repeated as another user.
    if (person === undefined || getSession()?.id !== person) throw first;
    try {
      return accept(await decideDirectly(id, body, idempotencyKey));
    } catch (second) {
      if (isUnanswered(second)) noteNoAnswer();
      throw new Error(describeFailures(first, second), { cause: second });
    }
  }
}
