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

/**
 * Makes the retry as the specification requires: without the API client, with the access token of the stored
 * session.
 */
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

/**
 * Whether a retry may still save the decision: no answer came, `success` was not true in the answer, or the
 * server failed or was too busy.
 */
export function mayBeRepeated(failure: unknown): boolean {
  const cause = failure instanceof ApiError ? failure : (failure as Error).cause;
  const { status = 0 } = cause instanceof ApiError ? cause : {};
  return status < 400 || status === 408 || status === 429 || status >= 500;
}

export const updated = 'Decision updated.';

/** Returns the message to show. Throws if `success` is not true, because the status alone proves nothing. */
function accept(answer: unknown): string {
  const { success, message } = (answer ?? {}) as { success?: unknown; message?: unknown };
  // Without `success`, the message is ignored, because it may report a success. The specification's text for
  // failures is shown instead.
  if (success !== true) {
    throw new ApiError('http', { status: 200, body: success === false ? answer : undefined });
  }
  return typeof message === 'string' && message !== '' ? message : updated;
}

/**
 * Saves a decision that is based on the version `seen`, and returns the server's message. Retries once after
 * any failure, if the same user is still signed in. Throws an Error with the text to show.
 */
export async function decide(
  id: string,
  decision: Decision,
  seen?: { updated_at?: string },
  /**
   * The review desk sends `claim`, so that the server rejects the decision if a colleague has claimed the
   * case.
   */
  more: { claim?: true; notes?: string } = {},
): Promise<string> {
  const person = getSession()?.id;
  // Both attempts send the same key, so that the server applies the decision only once.
  const idempotencyKey = newKey();
  const body = { decision, ...seenVersion(seen), ...more };
  try {
    return accept(await call(decideVerification, { params: { id }, body, idempotencyKey }));
  } catch (first) {
    // Without this check, the retry could run as another user who has signed in since the first attempt.
    if (person === undefined || getSession()?.id !== person) throw first;
    try {
      return accept(await decideDirectly(id, body, idempotencyKey));
    } catch (second) {
      if (isUnanswered(second)) noteNoAnswer();
      throw new Error(describeFailures(first, second), { cause: second });
    }
  }
}
