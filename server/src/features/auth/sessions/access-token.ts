import { jwtVerify, SignJWT } from 'jose';
import { sessionRules } from '../../../config/sessions.ts';

const algorithm = 'HS256';
const mostKnown = 10_000;

/**
 * The user and the session of an access token. A `send` token works only for endpoints with the access
 * `agentSending`, because a phone can use this token while the app is locked.
 */
export interface Bearer {
  userId: number;
  sessionId: string;
  scope?: 'send';
}

export type AccessTokens = ReturnType<typeof accessTokens>;

/** Signs and reads access tokens. The caller must check in the database whether the session is open. */
export function accessTokens(secret: Uint8Array) {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', new Uint8Array(secret), hmac, false, [
    'sign',
    'verify',
  ]);
  // Caches the tokens whose signature was checked. A token's content never changes, so a later call only
  // checks whether the token has expired.
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
