import { login } from '@doorstep/contract/auth';
import {
  CHALLENGE_OVER,
  confirmSignIn,
  SECOND_FACTOR_REQUIRED,
} from '@doorstep/contract/auth/second-factor';
import { texts } from '@doorstep/contract/texts';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { saveSession } from '../../lib/session/session.ts';

export interface Credentials {
  email_or_mobile: string;
  password: string;
}

/**
 * The result of a sign-in attempt. `isOver` means that the challenge has expired, so the user must enter
 * the password again.
 */
export type SignInOutcome =
  | { kind: 'signed-in'; mustEnrol: boolean }
  | { kind: 'code-wanted'; challenge: string }
  | { kind: 'refused'; text: string; isOver?: boolean };

type Answer = Awaited<ReturnType<typeof askServer>>;
/** The answer to a sign-in, but with any field possibly missing, because other backends may omit fields. */
type Claim = { [Part in keyof Answer]?: Answer[Part] | null | boolean } | null;

const askServer = (body: Credentials) => call(login, { body });

export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  try {
    return admit(await askServer(credentials));
  } catch (failure) {
    const challenge = failure instanceof ApiError && challengeOf(failure);
    return challenge ? { kind: 'code-wanted', challenge } : refused(findSignInProblem(failure));
  }
}

export async function finishSignIn(challenge: string, code: string): Promise<SignInOutcome> {
  try {
    return admit(await call(confirmSignIn, { body: { challenge, code } }));
  } catch (failure) {
    const isOver = failure instanceof ApiError && failure.code === CHALLENGE_OVER;
    return { ...refused(findSignInProblem(failure)), isOver };
  }
}

const refused = (text: string) => ({ kind: 'refused' as const, text });

const challengeOf = ({ code, challenge }: ApiError) =>
  code === SECOND_FACTOR_REQUIRED ? challenge : undefined;

function admit(answer: Claim): SignInOutcome {
  const { success, message, user, tokens, must_enrol } = answer ?? {};
  if (success === false)
    return refused(typeof message === 'string' && message ? message : texts.login.tryAgain);
  if (!user || typeof user !== 'object') return refused(texts.login.tryAgain);
  if (!tokens || typeof tokens !== 'object' || !tokens.access_token)
    return refused(texts.login.tryAgain);
  if (user.is_admin !== true) return refused(texts.login.notAdmin);
  saveSession({ ...user, tokens });
  return { kind: 'signed-in', mustEnrol: must_enrol === true };
}

function findSignInProblem(failure: unknown): string {
  if (!(failure instanceof ApiError) || failure.kind !== 'http') return texts.login.unexpected;
  if (failure.serverMessage) return failure.serverMessage;
  const isRefused = failure.status === 400 || failure.status === 401;
  return isRefused ? texts.login.checkCredentials : texts.login.failed;
}
