import { login } from '@doorstep/contract/auth';
import { confirmSignIn } from '@doorstep/contract/auth/second-factor';
import { texts } from '@doorstep/contract/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionRules } from '../../../config/sessions.ts';
import { readLanguage } from '../../../domain/users/agent-language.ts';
import { sessionCookie } from '../../../http/access/authentication.ts';
import { isFromThisMachine } from '../../../http/access/this-machine.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import { type SessionContext, signSendToken } from '../sessions/session-service.ts';
import {
  type AttemptOrigin,
  finishSignIn,
  type SignedInNow,
  signIn,
  type signInQueue,
} from './sign-in-service.ts';

/** The cookies that identify a browser after its session has ended (see `attemptKeys`). */
const deviceCookies = { office: 'doorstep_device', field: 'doorstep_field_device' } as const;
type AppName = keyof typeof deviceCookies;
const day = 86_400;

const originOf = (request: FastifyRequest, app: AppName): AttemptOrigin => ({
  app,
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  device: request.cookies[deviceCookies[app]],
  isLocal: isFromThisMachine(request),
});

export function signInRoutes(
  app: FastifyInstance,
  context: SessionContext,
  inTurn: ReturnType<typeof signInQueue>,
): void {
  async function welcome(
    request: FastifyRequest,
    reply: FastifyReply,
    app: AppName,
    signedIn: SignedInNow,
  ) {
    const { user, session, mustEnrol } = signedIn;
    const options = (path: string, days: number) => ({
      path,
      maxAge: days * day,
      httpOnly: true,
      sameSite: 'strict' as const,
      secure: request.protocol === 'https',
    });
    // The agent's app gets no session cookie, because that cookie would replace an admin's session cookie
    // in the same browser.
    if (app === 'office')
      reply.setCookie(
        sessionCookie,
        session.cookie,
        options('/', context.rules[user.is_admin ? 'admins' : 'agents'].maxDays),
      );
    // The path covers both steps of the sign-in.
    reply.setCookie(
      deviceCookies[app],
      session.id,
      options('/api/v1/auth/', sessionRules.deviceDays),
    );
    return {
      success: true as const,
      message: texts.login.success,
      user,
      tokens: session.tokens,
      ...(mustEnrol && { must_enrol: true }),
      ...(app === 'field' && {
        send_token: await signSendToken(context, user.id, session.id),
        language: await readLanguage(context.db, user.id),
      }),
    };
  }

  mount(app, login, async ({ body, actor, request, reply }) => {
    const name = body.app ?? 'office';
    const signedIn = await inTurn(() => signIn(context, actor, originOf(request, name), body));
    return welcome(request, reply, name, signedIn);
  });

  mount(app, confirmSignIn, async ({ body, actor, request, reply }) => {
    const origin = originOf(request, 'office');
    return welcome(request, reply, 'office', await finishSignIn(context, actor, origin, body));
  });
}
