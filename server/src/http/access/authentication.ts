import { SECOND_FACTOR_ENROLMENT_REQUIRED } from '@doorstep/contract/auth/second-factor';
import { type Access, type Asker, accessTable, type Reach } from '@doorstep/contract/wire/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../db/audit/record.ts';
import { forbidden, Problem, unauthenticated } from '../../problems.ts';
import { isFromOurPages } from './same-origin.ts';
import { isFromThisMachine } from './this-machine.ts';

/** The user of a request's session. */
export interface SignedIn {
  id: number;
  name: string;
  isAdmin: boolean;
  isSuperadmin: boolean;
  /** Whether the account has a public password: it is of use only on this machine. */
  isDemo: boolean;
  sessionId: string;
  /** Whether they may do nothing but set up the second factor that the provider requires. */
  mustEnrol: boolean;
  /** Whether the token is that of a phone behind its lock, which may send visits and nothing else. */
  maySendOnly: boolean;
}

/** The session cookie, for requests without a bearer token: pictures and the password reset. */
export const sessionCookie = 'doorstep_session';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined;
  }
  interface FastifyInstance {
    /** Finds the open session of a bearer token; undefined when there is none. Set by the auth feature. */
    findSession: (accessToken: string) => Promise<SignedIn | undefined>;
    /** Makes this process read each session from the database again. Set by the auth feature. */
    forgetSessions: () => void;
    /** Finds the open session of a {@link sessionCookie}; undefined when there is none. Set by the auth feature. */
    findCookieSession: (cookie: string | undefined) => Promise<SignedIn | undefined>;
    /** Milliseconds that a session stays open unused, 0 once it is over, for event streams; it does not count as a use. Set by the auth feature. */
    sessionTimeLeft: (user: SignedIn) => Promise<number>;
  }
}

function reachOf(access: Access, { isAdmin, isSuperadmin, maySendOnly }: SignedIn): Reach {
  const role: Asker = isSuperadmin ? 'superadmin' : isAdmin ? 'admin' : 'agent';
  return accessTable[access][maySendOnly ? 'sender' : role];
}

/** Throws a 403 for an admin who has yet to set up the second factor that the provider requires. */
export function refuseBeforeEnrolment({ mustEnrol }: SignedIn): void {
  if (!mustEnrol) return;
  throw new Problem(403, 'Set up two-step sign-in first. It is required here.', {
    code: SECOND_FACTOR_ENROLMENT_REQUIRED,
  });
}

/** The access token that a request has, if any. */
const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** The user of a request, unless it is a demo account that is used elsewhere. */
const unlessElsewhere = (request: FastifyRequest, user: SignedIn | undefined) =>
  user?.isDemo && !isFromThisMachine(request) ? undefined : user;

/** The user of a request's bearer token; undefined without an open session. */
export async function findByBearer(request: FastifyRequest): Promise<SignedIn | undefined> {
  const token = bearerOf(request);
  if (token === undefined) return undefined;
  return unlessElsewhere(request, await request.server.findSession(token));
}

/** The user of a request's {@link sessionCookie}; undefined without an open session. */
export async function findByCookie(request: FastifyRequest): Promise<SignedIn | undefined> {
  const { server, cookies } = request;
  return unlessElsewhere(request, await server.findCookieSession(cookies[sessionCookie]));
}

/** Sets the request's user, to whom the audit attributes later rejections. A 401 without an open session. */
function signIn(request: FastifyRequest, user: SignedIn | undefined): SignedIn {
  if (!user) throw unauthenticated();
  request.signedIn = user;
  return user;
}

function admit(user: SignedIn, access: Access, isForEnrolment = false): void {
  if (!isForEnrolment) refuseBeforeEnrolment(user);
  if (reachOf(access, user) === 'none') throw forbidden();
}

/**
 * The guard of an endpoint: 401 without an open session, 403 for a role that may not, or for an admin who has yet to
 * set up a second factor, unless the endpoint is needed for that.
 */
export function authenticate(access: Access, { isForEnrolment = false } = {}) {
  return async (request: FastifyRequest): Promise<void> => {
    if (access === 'public') return;
    if (bearerOf(request) === undefined) {
      throw unauthenticated('No access token was sent: please log in.');
    }
    admit(signIn(request, await findByBearer(request)), access, isForEnrolment);
  };
}

/** Like {@link authenticate}, for addresses that a browser may open by a plain link, with the session cookie alone. */
export function authenticateByCookieToo(access: Access) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.headers.authorization !== undefined) return authenticate(access)(request);
    admit(signIn(request, await findByCookie(request)), access);
  };
}

/** The guard of what admins request with the session cookie alone; requests from other sites are rejected. */
export function authenticateAdminByCookie(allowedOrigins: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    const user = signIn(request, await findByCookie(request));
    if (!isFromOurPages(request, allowedOrigins)) throw forbidden('Another site asked for this.');
    admit(user, 'agentsOrAll');
  };
}

/** The actor of a request, for the audit. */
export function actorOf(request: FastifyRequest): Actor {
  return { id: request.signedIn?.id ?? null, requestId: request.id, address: request.ip };
}
