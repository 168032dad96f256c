import { passwordReset, register } from '@doorstep/contract/auth';
import { firstSuperAdmin, SetupCode } from '@doorstep/contract/auth/setup';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { authenticateAdminByCookie } from '../../http/access/authentication.ts';
import { mount, read } from '../../http/contract/contract-route.ts';
import { idempotentRequest, readIdempotencyKey } from '../../http/contract/idempotency-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerAccount, resetPassword } from './accounts/account-service.ts';
import { fingerprintPassword } from './accounts/password.ts';
import { checkSetupCode, createFirstSuperAdmin } from './accounts/setup-code.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { accessTokens } from './sessions/access-token.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import {
  bearerSessions,
  findCookieSession,
  type SessionContext,
  timeLeftOf,
} from './sessions/session-service.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { signInQueue } from './sign-in/sign-in-service.ts';

export type AuthConfig = Pick<
  Config,
  'allowedOrigins' | 'demo' | 'officePhone' | 'secondFactor' | 'sessions'
>;

export function authRoutes(
  app: FastifyInstance,
  { db, provider, secret, limits }: Platform,
  config: AuthConfig,
): void {
  const isRequired = config.secondFactor === 'required';
  const rules = {
    ...config.sessions,
    demoAccounts: config.demo,
    secondFactorRequired: isRequired,
  };
  const publicOrigin = provider.publicUrl === undefined ? [] : [new URL(provider.publicUrl).origin];
  const { officePhone } = config;
  const context: SessionContext = { db, secret, tokens: accessTokens(secret), rules, officePhone };
  const sessions = bearerSessions(context, limits?.sessionCache);
  app.decorate('findSession', sessions.find);
  app.decorate('forgetSessions', sessions.forget);
  app.decorate('findCookieSession', (cookie) => findCookieSession(context, cookie));
  app.decorate('sessionTimeLeft', (user) => timeLeftOf(context, user));

  signInRoutes(app, context, signInQueue(limits?.workWait));
  sessionRoutes(app, context);
  secondFactorRoutes(app, { db, secret, issuer: provider.shortName, isRequired });

  mount(app, register, async ({ body, user: admin, actor, request }) => {
    const { password, ...account } = body;
    const key = readIdempotencyKey(request);
    const contents = key && { ...account, password: await fingerprintPassword(password, key) };
    const repeatable = idempotentRequest(request, admin.id, contents);
    const user = await registerAccount(db, actor, body, repeatable);
    const kind = body.is_admin ? 'Admin' : 'Agent';
    return { success: true as const, message: `${kind} registered successfully`, user };
  });

  mount(
    app,
    passwordReset,
    async ({ body, user, actor }) => {
      await resetPassword(db, actor, user, body);
      return { success: true as const, message: 'Password reset successfully' };
    },
    authenticateAdminByCookie([...config.allowedOrigins, ...publicOrigin]),
  );

  mount(
    app,
    firstSuperAdmin,
    async ({ body, actor }) => {
      await createFirstSuperAdmin(db, actor, body);
      return { success: true as const, message: `${body.name} can sign in now` };
    },
    undefined,
    async (body) => checkSetupCode(db, read(SetupCode, body).code),
  );
}
