import {
  confirmEnrolment,
  confirmSignIn,
  startEnrolment,
} from '@doorstep/contract/auth/second-factor';
import { attempt, newAddress, post } from './auth-requests.ts';
import { password, type TestApp, type Visitor } from './test-app.ts';
import { codeOf } from './totp-code.ts';

/**
 * Turns on the second factor of a visitor. Uses the code of the previous time step, so that the present
 * code is still unused.
 */
export async function turnOn(server: TestApp, { headers }: Visitor) {
  const begun = await post(server, startEnrolment.path, { password }, headers);
  const { secret } = begun.json<{ secret: string }>();
  let code = codeOf(secret, -1);
  const confirm = () => post(server, confirmEnrolment.path, { code }, headers);
  let answer = await confirm();
  // Tries once more, because the code is too old if a new time step has begun.
  if (answer.statusCode === 400) {
    code = codeOf(secret, -1);
    answer = await confirm();
  }
  if (answer.statusCode !== 200) throw new Error(`Enrolment failed: ${answer.body}`);
  return {
    secret,
    code,
    recoveryCodes: answer.json<{ recovery_codes: string[] }>().recovery_codes,
  };
}

export async function challengeFor(server: TestApp, email: string, from = newAddress()) {
  const answer = await attempt(server, email, password, { from });
  return answer.json<{ challenge: string }>().challenge;
}

export function sendCode({ app }: TestApp, challenge: string, code: string, from = newAddress()) {
  return app.inject({
    method: 'POST',
    url: confirmSignIn.path,
    payload: { challenge, code },
    remoteAddress: from,
  });
}
