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
 * Sends the decision for the second time. The specification requires that this request does not use the API
 * client, and that it has the access token of the stored session.
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
 * Whether a retry may still save the decision: no answer arrived, `success` was not true in an
 * answer with status 200, or the server failed or was too busy.
 */
export function mayBeRepeated(failure: unknown): boolean {
  const cause = failure instanceof ApiError ? failure : (failure as Error).cause;
  const { status = 0 } = cause instanceof ApiError ? cause : {};
  return status < 400 || status === 408 || status === 429 || status >= 500;
}

export const updated = 'Decision updated.';

/** Returns the message to show. Throws unless `success` is true, because a 200 alone proves nothing. */
function accept(answer: unknown): string {
  const { success, message } = (answer ?? {}) as { success?: unknown; message?: unknown };
  // If `success` is absent, the answer's message is ignored, because it may read like a success. The user
  // sees the specification's text for failures instead.
  if (success !== true) {
    throw new ApiError('http', { status: 200, body: success === false ? answer : undefined });
  }
  return typeof message === 'string' && message !== '' ? message : updated;
}

/**
 * Saves a decision and returns the server's message. `seen` is the verification that the user saw. Retries
 * once after any failure, if the same user is still signed in. Throws an Error with the text to show.
 */
export async function decide(
  id: string,
  decision: Decision,
  seen?: { updated_at?: string },
  /** With `claim` (sent by the review desk), the server rejects the decision if a colleague has the claim. */
  more: { claim?: true; notes?: string } = {},
): Promise<string> {
  const person = getSession()?.id;
  // Both requests send the same key, so that the server applies the decision only once.
  const idempotencyKey = newKey();
  const body = { decision, ...seenVersion(seen), ...more };
  try {
    return accept(await call(decideVerification, { params: { id }, body, idempotencyKey }));
  } catch (first) {
    // Without this check, the retry could run as another user who has signed in since the first request.
    if (person === undefined || getSession()?.id !== person) throw first;
    try {
      return accept(await decideDirectly(id, body, idempotencyKey));
    } catch (second) {
      if (isUnanswered(second)) noteNoAnswer();
      throw new Error(describeFailures(first, second), { cause: second });
    }
  }
}
