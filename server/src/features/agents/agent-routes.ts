import {
  agentsOnLeave,
  changeAvailability,
  getAgentWork,
  getAvailability,
} from '@doorstep/contract/agents';
import { changeLanguage } from '@doorstep/contract/visits/phone';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { orNotFound } from '../../problems.ts';
import { readAgentWork } from './agent-work-store.ts';
import { change, readAvailability } from './availability-service.ts';
import { listOnLeave } from './availability-store.ts';
import { changeLanguageOf } from './language-service.ts';

/** Routes for agents: their areas and leave, their work, and the language of their app. */
export function agentRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  mount(app, agentsOnLeave, async () => ({ results: await listOnLeave(db, provider.timeZone) }));

  mount(app, getAgentWork, async ({ params }) =>
    orNotFound(await readAgentWork(db, params.id, provider.timeZone), 'Agent'),
  );

  mount(app, getAvailability, ({ params }) => readAvailability(db, params.id));

  mount(app, changeAvailability, ({ params, body: { updated_at: seen, ...content }, actor }) =>
    change(db, actor, { id: params.id, seen, content }),
  );

  mount(app, changeLanguage, async ({ body, user, actor }) => ({
    language: await changeLanguageOf(db, actor, user.id, body),
  }));
}
