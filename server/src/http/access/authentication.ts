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
  /** Whether the account has a public password: it works only on this machine. */
  isDemo: boolean;
  sessionId: string;
  /** Whether the user may only set up the second factor that the provider requires. */
  mustEnrol: boolean;
  /** Whether the token belongs to a locked phone, which may only send visits. */
  maySendOnly: boolean;
}

/** The session cookie, for requests without a bearer token: pictures and the password reset. */
export const sessionCookie = 'doorstep_session';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined;
  }
  interface FastifyInstance {
    /** Finds the open session of a bearer token; undefined if there is none. Set by the auth feature. */
    findSession: (accessToken: string) => Promise<SignedIn | undefined>;
    /** Makes this process read each session from the database again. Set by the auth feature. */
    forgetSessions: () => void;
    /** Finds the open session of a {@link sessionCookie}; undefined if there is none. Set by the auth feature. */
    findCookieSession: (cookie: string | undefined) => Promise<SignedIn | undefined>;
    /**
     * Returns the milliseconds that an unused session stays open, or 0 after its end. For event streams: the
     * call does not count as a use. Set by the auth feature.
     */
    sessionTimeLeft: (user: SignedIn) => Promise<number>;
  }
}

function reachOf(access: Access, { isAdmin, isSuperadmin, maySendOnly }: SignedIn): Reach {
  const role: Asker = isSuperadmin ? 'superadmin' : isAdmin ? 'admin' : 'agent';
  return accessTable[access][maySendOnly ? 'sender' : role];
}

/** Throws a 403 for an admin who has not set up the required second factor yet. */
export function rejectBeforeEnrolment({ mustEnrol }: SignedIn): void {
  if (!mustEnrol) return;
  throw new Problem(403, 'Set up two-step sign-in first. It is required here.', {
    code: SECOND_FACTOR_ENROLMENT_REQUIRED,
  });
}

/** Returns the access token of a request, if any. */
const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** Returns the user of a request, unless it is a demo account used from another machine. */
const dropRemoteDemo = (request: FastifyRequest, user: SignedIn | undefined) =>
  user?.isDemo && !isFromThisMachine(request) ? undefined : user;

/** Returns the user of a request's bearer token; undefined without an open session. */
export async function findByBearer(request: FastifyRequest): Promise<SignedIn | undefined> {
  const token = bearerOf(request);
  if (token === undefined) return undefined;
  return dropRemoteDemo(request, await request.server.findSession(token));
}

/** Returns the user of a request's {@link sessionCookie}; undefined without an open session. */
export async function findByCookie(request: FastifyRequest): Promise<SignedIn | undefined> {
  const { server, cookies } = request;
  return dropRemoteDemo(request, await server.findCookieSession(cookies[sessionCookie]));
}

/** Sets the request's user, to whom the audit attributes later rejections. Throws a 401 without an open session. */
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
 * Returns the guard of an endpoint: 401 without an open session, 403 for a role without permission. An admin
 * without the required second factor gets a 403 too, unless the endpoint is needed to set it up.
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

/**
 * Like {@link authenticate}, for addresses that a browser may open by a plain link, with only the session
 * cookie.
 */
export function authenticateByCookieToo(access: Access) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.headers.authorization !== undefined) return authenticate(access)(request);
    admit(signIn(request, await findByCookie(request)), access);
  };
}

/** Returns the guard for admins' requests with only the session cookie. Requests from other sites are rejected. */
export function authenticateAdminByCookie(allowedOrigins: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    const user = signIn(request, await findByCookie(request));
    if (!isFromOurPages(request, allowedOrigins))
      throw forbidden('This request came from another site.');
    admit(user, 'agentsOrAll');
  };
}

/** Returns the actor of a request, for the audit. */
export function actorOf(request: FastifyRequest): Actor {
  return { id: request.signedIn?.id ?? null, requestId: request.id, address: request.ip };
}
