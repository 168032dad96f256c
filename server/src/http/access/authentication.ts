import { SECOND_FACTOR_ENROLMENT_REQUIRED } from '@doorstep/contract/auth/second-factor';
import { type Access, type Asker, accessTable, type Reach } from '@doorstep/contract/wire/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../db/audit/record.ts';
import { forbidden, Problem, unauthenticated } from '../../problems.ts';
import { isFromOurPages } from './same-origin.ts';
import { isFromThisMachine } from './this-machine.ts';

export interface SignedIn {
  id: number;
  name: string;
  isAdmin: boolean;
  isSuperadmin: boolean;
  /** Whether the account has a public password and therefore works only on this machine. */
  isDemo: boolean;
  sessionId: string;
  /** Whether the user may only set up the second factor that the provider requires. */
  mustEnrol: boolean;
  /** Whether the token belongs to a locked phone, which may only send visits. */
  maySendOnly: boolean;
}

/** The cookie for requests that a browser sends without a bearer token, such as downloads by a plain link. */
export const sessionCookie = 'doorstep_session';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined;
  }
  interface FastifyInstance {
    /** Finds the open session of an access token. The auth feature provides these four functions. */
    findSession: (accessToken: string) => Promise<SignedIn | undefined>;
    /** Empties this process's cache of sessions. */
    forgetSessions: () => void;
    findCookieSession: (cookie: string | undefined) => Promise<SignedIn | undefined>;
    /**
     * Returns the milliseconds until the session ends if nobody uses it; 0 after its end. Calling this
     * function does not count as a use, so event streams can call it repeatedly.
     */
    sessionTimeLeft: (user: SignedIn) => Promise<number>;
  }
}

function reachOf(access: Access, { isAdmin, isSuperadmin, maySendOnly }: SignedIn): Reach {
  const role: Asker = isSuperadmin ? 'superadmin' : isAdmin ? 'admin' : 'agent';
  return accessTable[access][maySendOnly ? 'sender' : role];
}

export function rejectBeforeEnrolment({ mustEnrol }: SignedIn): void {
  if (!mustEnrol) return;
  throw new Problem(403, 'Set up two-step sign-in first. It is required here.', {
    code: SECOND_FACTOR_ENROLMENT_REQUIRED,
  });
}

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** Returns undefined for a demo account that is used from another machine. */
const dropRemoteDemo = (request: FastifyRequest, user: SignedIn | undefined) =>
  user?.isDemo && !isFromThisMachine(request) ? undefined : user;

export async function findByBearer(request: FastifyRequest): Promise<SignedIn | undefined> {
  const token = bearerOf(request);
  if (token === undefined) return undefined;
  return dropRemoteDemo(request, await request.server.findSession(token));
}

export async function findByCookie(request: FastifyRequest): Promise<SignedIn | undefined> {
  const { server, cookies } = request;
  return dropRemoteDemo(request, await server.findCookieSession(cookies[sessionCookie]));
}

/** Sets the request's user, so that the audit attributes later rejections to this user. */
function signIn(request: FastifyRequest, user: SignedIn | undefined): SignedIn {
  if (!user) throw unauthenticated();
  request.signedIn = user;
  return user;
}

function admit(user: SignedIn, access: Access, isForEnrolment = false): void {
  if (!isForEnrolment) rejectBeforeEnrolment(user);
  if (reachOf(access, user) === 'none') throw forbidden();
}

/**
 * Returns a guard that requires an access token and checks the user's role. `isForEnrolment` also admits
 * admins who have not set up the required second factor yet.
 */
export function authenticate(access: Access, { isForEnrolment = false } = {}) {
  return async (request: FastifyRequest): Promise<void> => {
    if (bearerOf(request) === undefined) {
      throw unauthenticated('No access token was sent: please log in.');
    }
    admit(signIn(request, await findByBearer(request)), access, isForEnrolment);
  };
}

/**
 * Returns a guard like {@link authenticate} that also accepts the session cookie alone, for addresses that
 * a browser may open by a plain link.
 */
export function authenticateByCookieToo(access: Access) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.headers.authorization !== undefined) return authenticate(access)(request);
    admit(signIn(request, await findByCookie(request)), access);
  };
}

/**
 * Returns a guard that admits admins by the session cookie alone. The guard rejects requests from other
 * sites, because browsers may send the cookie with these requests too.
 */
export function authenticateAdminByCookie(allowedOrigins: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    const user = signIn(request, await findByCookie(request));
    if (!isFromOurPages(request, allowedOrigins))
      throw forbidden('This request came from another site.');
    admit(user, 'agentsOrAll');
  };
}

export function actorOf(request: FastifyRequest): Actor {
  return { id: request.signedIn?.id ?? null, requestId: request.id, address: request.ip };
}
