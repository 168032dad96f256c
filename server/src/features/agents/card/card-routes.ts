import { getAgentCard } from '@doorstep/contract/visits/agent-card';
import type { FastifyInstance } from 'fastify';
import { limitRate } from '../../../http/access/limit-rate.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cardHeaders, drawCardPage } from './card-page.ts';
import { cardPath, checkCard, readCard } from './card-service.ts';

const statuses = { valid: 200, leave: 200, expired: 410, invalid: 404 };

/** Routes for the agent's ID card, and for the public page that confirms a card. */
export function cardRoutes(app: FastifyInstance, platform: Platform): void {
  const { shortName, timeZone } = platform.provider;
  mount(app, getAgentCard, async ({ user }) =>
    readCard(platform, user.sessionId, await app.sessionTimeLeft(user)),
  );

  void app.register(async (page) => {
    page.addHook('onSend', (_request, reply, payload, done) => {
      reply.headers(cardHeaders);
      done(null, payload);
    });
    page.get<{ Params: { token: string } }>(
      `${cardPath}:token`,
      {
        onRequest: limitRate({ max: serverLimits.codeChecksPerMinute, timeWindow: 60_000 }),
      },
      async ({ params }, reply) => {
        const card = await checkCard(platform, params.token);
        const now = new Intl.DateTimeFormat('en-IN', {
          ...{ timeZone, dateStyle: 'medium', timeStyle: 'short' },
        }).format();
        return reply
          .status(statuses[card.state])
          .type('text/html; charset=utf-8')
          .send(drawCardPage(card, shortName, now));
      },
    );
  });
}
