import { logout, refresh } from '@doorstep/contract/auth';
import { endOtherSessions, endSession, listSessions } from '@doorstep/contract/auth/sessions';
import { texts } from '@doorstep/contract/texts';
import type { FastifyInstance } from 'fastify';
import { authenticate, sessionCookie } from '../../../http/access/authentication.ts';
import { isFromThisMachine } from '../../../http/access/this-machine.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import {
  endOthers,
  endSessionOf,
  listSessionsOf,
  renewTokens,
  type SessionContext,
  signOut,
} from './session-service.ts';

const success = true as const;

export function sessionRoutes(app: FastifyInstance, context: SessionContext): void {
  mount(app, refresh, ({ body, actor, request }) =>
    renewTokens(context, actor, body.refresh, isFromThisMachine(request)),
  );

  mount(
    app,
    logout,
    async ({ user, actor, reply }) => {
      await signOut(context.db, actor, user);
      reply.clearCookie(sessionCookie, { path: '/' });
      // Clears cached photos, so that the next user of this browser can't see them.
      reply.header('clear-site-data', '"cache"');
      return { success, message: texts.loggedOut };
    },
    authenticate('session', { isForEnrolment: true }),
  );

  mount(app, listSessions, async ({ user }) => ({
    success,
    sessions: await listSessionsOf(context, user),
  }));

  mount(app, endSession, async ({ params, user, actor }) => {
    await endSessionOf(context, actor, user, params.id);
    return { success, message: 'Session ended' };
  });

  mount(app, endOtherSessions, async ({ user, actor }) => {
    const ended = await endOthers(context.db, actor, user);
    return { success, message: 'All other sessions ended', ended };
  });
}
