import { login, logout, passwordReset, refresh, register } from '@doorstep/contract/auth';
import { texts } from '@doorstep/contract/errors';
import { firstSuperAdmin } from '@doorstep/contract/setup';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';
import { actorOf, authenticateAdminByCookie, sessionCookie } from '../../http/authentication.ts';
import { mount } from '../../http/contract-route.ts';
import type { Platform } from '../../platform.ts';
import { unauthenticated } from '../../problems.ts';
import { registerAccount, resetPassword } from './accounts/account-service.ts';
import { createFirstSuperAdmin } from './accounts/setup-code.ts';
import { accessTokens } from './sessions/access-token.ts';
import {
  findBearerSession,
  findCookieSession,
  renewTokens,
  type SessionKeeper,
  signOut,
} from './sessions/session-service.ts';
import { signIn } from './sign-in/sign-in-service.ts';

/** Remembers which browser an account was used in, after the session too: see `attemptKeys`. */
const deviceCookie = 'doorstep_device';
const day = 86_400;

export function authRoutes(app: FastifyInstance, { db, config, secret }: Platform): void {
  const rules = {
    idleHours: config.sessionIdleHours,
    maxDays: config.sessionMaxDays,
    demoAccounts: isLoopback(config.host),
  };
  const keeper: SessionKeeper = { db, tokens: accessTokens(secret), rules };
  app.decorate('findSession', (token) => findBearerSession(keeper, token));
  app.decorate('findCookieSession', (cookie) => findCookieSession(keeper, cookie));

  const cookieOptions = (request: FastifyRequest, path: string, days: number) => ({
    path,
    maxAge: days * day,
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: request.protocol === 'https',
  });

  mount(app, login, async ({ body, request, reply }) => {
    const visit = {
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      device: request.cookies[deviceCookie],
    };
    const { user, session } = await signIn(keeper, actorOf(request), visit, body);
    reply
      .setCookie(sessionCookie, session.cookie, cookieOptions(request, '/', rules.maxDays))
      .setCookie(deviceCookie, session.id, cookieOptions(request, login.path, 365));
    return { success: true as const, message: texts.login.success, user, tokens: session.tokens };
  });

  mount(app, refresh, ({ body, request }) => renewTokens(keeper, actorOf(request), body.refresh));

  mount(app, logout, async ({ user, request, reply }) => {
    await signOut(db, actorOf(request), user);
    reply.clearCookie(sessionCookie, { path: '/' });
    return { success: true as const, message: texts.loggedOut };
  });

  mount(app, register, async ({ body, request }) => {
    const user = await registerAccount(db, actorOf(request), body);
    const kind = body.is_admin ? 'Admin' : 'Agent';
    return { success: true as const, message: `${kind} registered successfully`, user };
  });

  mount(
    app,
    passwordReset,
    async ({ body, user, request }) => {
      // The contract calls this public, as it takes no bearer token; the guard below has found the user.
      if (!user) throw unauthenticated();
      await resetPassword(db, actorOf(request), user, body);
      return { success: true as const, message: 'Password reset successfully' };
    },
    authenticateAdminByCookie(config.allowedOrigins),
  );

  mount(app, firstSuperAdmin, async ({ body, request }) => {
    await createFirstSuperAdmin(db, actorOf(request), body);
    return { success: true as const, message: `${body.name} can sign in now` };
  });
}
