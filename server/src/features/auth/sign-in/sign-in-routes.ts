import { login } from '@doorstep/contract/auth';
import { confirmSignIn } from '@doorstep/contract/auth/second-factor';
import { texts } from '@doorstep/contract/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, sessionCookie } from '../../../http/access/authentication.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import type { SessionContext } from '../sessions/session-service.ts';
import { finishSignIn, type SignedInNow, signIn, type Visit } from './sign-in-service.ts';

/** Remembers which browser an account was used in, after the session too: see `attemptKeys`. */
const deviceCookie = 'doorstep_device';
const day = 86_400;

const visitOf = (request: FastifyRequest): Visit => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  device: request.cookies[deviceCookie],
});

export function signInRoutes(app: FastifyInstance, context: SessionContext): void {
  function welcome(request: FastifyRequest, reply: FastifyReply, signedIn: SignedInNow) {
    const { user, session, mustEnrol } = signedIn;
    const options = (path: string, days: number) => ({
      path,
      maxAge: days * day,
      httpOnly: true,
      sameSite: 'strict' as const,
      secure: request.protocol === 'https',
    });
    reply
      .setCookie(sessionCookie, session.cookie, options('/', context.rules.maxDays))
      // The path holds both steps of the sign-in.
      .setCookie(deviceCookie, session.id, options('/api/v1/auth/', 365));
    return {
      success: true as const,
      message: texts.login.success,
      user,
      tokens: session.tokens,
      ...(mustEnrol && { must_enrol: true }),
    };
  }

  mount(app, login, async ({ body, request, reply }) =>
    welcome(request, reply, await signIn(context, actorOf(request), visitOf(request), body)),
  );

  mount(app, confirmSignIn, async ({ body, request, reply }) =>
    welcome(request, reply, await finishSignIn(context, actorOf(request), visitOf(request), body)),
  );
}
