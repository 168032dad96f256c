import { jwtVerify, SignJWT } from 'jose';
import { sessionRules } from '../../../config/sessions.ts';

const algorithm = 'HS256';
const mostKnown = 10_000;

/**
 * The user and session of a token. A `send` token can only send visits, and is stored on a phone outside its
 * lock.
 */
export interface Bearer {
  userId: number;
  sessionId: string;
  scope?: 'send';
}

export type AccessTokens = ReturnType<typeof accessTokens>;

/** Signs and reads access tokens. Whether their session is open is checked in the database. */
export function accessTokens(secret: Uint8Array) {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', new Uint8Array(secret), hmac, false, [
    'sign',
    'verify',
  ]);
  // A token's content never changes, only whether it has expired. So a signature is checked once, not with
  // every call.
  const known = new Map<string, Bearer & { expires: number }>();
  return {
    sign: async (
      { userId, sessionId, scope }: Bearer,
      seconds = sessionRules.accessTokenSeconds,
    ): Promise<string> =>
      new SignJWT({ sid: sessionId, ...(scope && { scope }) })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(userId))
        .setIssuedAt()
        .setExpirationTime(`${seconds} seconds`)
        .sign(await key),

    /** Returns the content of a token; undefined if it is forged, expired or no token. */
    read: async (token: string): Promise<Bearer | undefined> => {
      const earlier = known.get(token);
      if (earlier && earlier.expires > Date.now()) return earlier;
      const options = { algorithms: [algorithm], requiredClaims: ['sub', 'sid', 'exp'] };
      const verified = await jwtVerify(token, await key, options).catch(() => undefined);
      if (!verified) return undefined;
      const { sub, sid, exp, scope } = verified.payload;
      const bearer = {
        userId: Number(sub),
        sessionId: String(sid),
        ...(scope === 'send' && { scope: 'send' as const }),
        expires: Number(exp) * 1000,
      };
      if (known.size >= mostKnown) known.clear();
      known.set(token, bearer);
      return bearer;
    },
  };
}
