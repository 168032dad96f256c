import { sendCall } from '@doorstep/contract/visits/calls';
import { getOwnVisit } from '@doorstep/contract/visits/own-visit';
import { getOwnWeek } from '@doorstep/contract/visits/own-week';
import {
  giveBackTask,
  registerDevice,
  sendVisit,
  serverKey,
  taskChanges,
  visitReceipts,
} from '@doorstep/contract/visits/phone';
import type { FastifyInstance } from 'fastify';
import { readRecipient } from '../../../domain/secrets/server-key.ts';
import { readLanguage } from '../../../domain/users/agent-language.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordCall } from '../calls/call-service.ts';
import { photoRoutes } from '../photos/photo-routes.ts';
import { registerPhone } from './device-service.ts';
import { giveBack } from './give-back-service.ts';
import { readOwnVisit } from './own-visit-service.ts';
import { readOwnWeek } from './own-week-store.ts';
import { findReceipts } from './receipt-store.ts';
import { receiveVisit } from './send-visit-service.ts';
import { findTaskChanges } from './task-changes-service.ts';

/** The oldest app version that may begin visits. Raise it when older apps don't record data that we need. */
const leastAppVersion = '0.2.0';

/** The routes for agents' phones. Each request can be repeated, as phones retry after a lost response. */
export function phoneRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, provider } = platform;

  mount(app, registerDevice, async ({ body, user, actor }) => {
    await registerPhone(db, actor, user.id, body);
    return { success: true as const, message: 'This phone is known now.' };
  });

  mount(app, serverKey, async () => ({ recipient: await readRecipient(platform) }));

  mount(app, taskChanges, async ({ query, user }) => ({
    ...(await findTaskChanges(db, user.id, query.known)),
    server_time: new Date().toISOString(),
    least_app_version: leastAppVersion,
    language: await readLanguage(db, user.id),
    agency: provider.shortName,
  }));

  mount(app, sendVisit, ({ body, user, actor }) => receiveVisit(platform, actor, user.id, body));

  mount(app, sendCall, async ({ params, body, user, actor }) => {
    await recordCall(platform, actor, user.id, { taskId: params.id, sent: body });
    return { success: true as const, message: 'The office has the call.' };
  });

  mount(app, visitReceipts, async ({ query, user }) => ({
    receipts: await findReceipts(db, user.id, query.visits.split(',')),
  }));

  mount(app, getOwnVisit, ({ params, user }) => readOwnVisit(platform, user.id, params.id));

  mount(app, getOwnWeek, ({ user }) => readOwnWeek(db, user.id, provider.timeZone));

  mount(app, giveBackTask, async ({ params, body, user, actor }) => {
    await giveBack(db, actor, user.id, { id: params.id, ...body });
    return { success: true as const, message: 'The office has the task again.' };
  });

  photoRoutes(app, platform);
}
