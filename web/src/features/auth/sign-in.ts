import { login } from '@doorstep/contract/auth';
import { texts } from '@doorstep/contract/errors';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { saveSession } from '../../lib/session.ts';

/** What was typed, by the names of the wire. */
export interface Credentials {
  email_or_mobile: string;
  password: string;
}

type Answer = Awaited<ReturnType<typeof askServer>>;
/** What any backend may answer: nothing of it is taken for granted. */
type Claim = { [Part in keyof Answer]?: Answer[Part] | null | boolean } | null;

const askServer = (body: Credentials) => call(login, { body });

/** Signs an administrator in and stores the session. Answers the text of the refusal, or nothing on success. */
export async function signIn(credentials: Credentials): Promise<string | undefined> {
  try {
    return admit(await askServer(credentials));
  } catch (failure) {
    return refusalOf(failure);
  }
}

function admit(answer: Claim): string | undefined {
  const { success, message, user, tokens } = answer ?? {};
  if (success === false)
    return typeof message === 'string' && message ? message : texts.login.tryAgain;
  if (!user || typeof user !== 'object') return texts.login.tryAgain;
  if (!tokens || typeof tokens !== 'object' || !tokens.access_token) return texts.login.tryAgain;
  if (user.is_admin !== true) return texts.login.notAdmin;
  saveSession({ ...user, tokens });
  return undefined;
}

function refusalOf(failure: unknown): string {
  if (!(failure instanceof ApiError) || failure.kind !== 'http') return texts.login.unexpected;
  if (failure.serverMessage) return failure.serverMessage;
  const isRefused = failure.status === 400 || failure.status === 401;
  return isRefused ? texts.login.checkCredentials : texts.login.failed;
}
