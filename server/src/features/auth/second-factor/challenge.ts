import { hash, randomUUID } from 'node:crypto';
import { sessionRules } from '../../../config/sessions.ts';
import { decrypt, encrypt } from '../../../domain/secrets/encrypt.ts';

const purpose = 'sign-in challenge';

interface Claim {
  userId: number;
  /** The id of the session that the challenge opens. If this session exists, the challenge was used. */
  sessionId: string;
  /** The digest of the password's hash, so that a new password makes old challenges invalid. */
  password: string;
  until: number;
}

const digestOf = (passwordHash: string) => hash('sha256', passwordHash, 'base64url');

/** Makes a challenge: a short-lived proof that the password of an account was just entered. */
export function makeChallenge(
  secret: Uint8Array,
  account: { id: number; password_hash: string },
  now = Date.now(),
): string {
  const claim: Claim = {
    userId: account.id,
    sessionId: randomUUID(),
    password: digestOf(account.password_hash),
    until: now + sessionRules.signInChallenge,
  };
  return encrypt(secret, purpose, JSON.stringify(claim)).toString('base64url');
}

interface ReadChallenge extends Pick<Claim, 'userId' | 'sessionId'> {
  isOf: (account: { password_hash: string }) => boolean;
}

/**
 * Returns undefined for a challenge that is forged or has expired. The caller must check with `isOf` that
 * the password has not changed.
 */
export function readChallenge(
  secret: Uint8Array,
  challenge: string,
  now = Date.now(),
): ReadChallenge | undefined {
  const text = decrypt(secret, purpose, Buffer.from(challenge, 'base64url'));
  if (text === undefined) return undefined;
  const { userId, sessionId, password, until } = JSON.parse(text) as Claim;
  if (now >= until) return undefined;
  return { userId, sessionId, isOf: ({ password_hash }) => digestOf(password_hash) === password };
}
