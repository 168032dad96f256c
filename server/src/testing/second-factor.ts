import { setTimeout } from 'node:timers/promises';
import {
  confirmEnrolment,
  confirmSignIn,
  startEnrolment,
} from '@doorstep/contract/auth/second-factor';
import { attempt, newAddress, post } from './auth-requests.ts';
import { password, type TestApp, type Visitor } from './test-app.ts';
import { codeOf } from './totp-code.ts';

/** Waits where the next half minute is about to begin: the code of the one before would not be good any more. */
async function stepBegins(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 2_000) await setTimeout(left + 10);
}

/** Turns the second factor of a visitor on; the code used for it is the one of the step before this. */
export async function turnOn(server: TestApp, { headers }: Visitor) {
  const begun = await post(server, startEnrolment.path, { password }, headers);
  const { secret } = begun.json<{ secret: string }>();
  await stepBegins();
  const code = codeOf(secret, -1);
  const answer = await post(server, confirmEnrolment.path, { code }, headers);
  if (answer.statusCode !== 200) throw new Error(`Enrolment failed: ${answer.body}`);
  return {
    secret,
    code,
    recoveryCodes: answer.json<{ recovery_codes: string[] }>().recovery_codes,
  };
}

/** Signs in with the password and answers the challenge of the second step. */
export async function challengeFor(server: TestApp, email: string, from = newAddress()) {
  const answer = await attempt(server, email, password, { from });
  return answer.json<{ challenge: string }>().challenge;
}

/** Sends a code for a challenge. */
export function sendCode({ app }: TestApp, challenge: string, code: string, from = newAddress()) {
  return app.inject({
    method: 'POST',
    url: confirmSignIn.path,
    payload: { challenge, code },
    remoteAddress: from,
  });
}
