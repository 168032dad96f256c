import {
  listMessages,
  readMessages,
  readTaskMessages,
  sendMessage,
  writeMessage,
} from '@doorstep/contract/messages';
import type { FastifyInstance } from 'fastify';
import { isApplicant } from '../../domain/applicants.ts';
import { mount } from '../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../http/contract/idempotency-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { notFound } from '../../problems.ts';
import { readAsAgent, readAsOffice, receiveMessage, writeToAgent } from './message-service.ts';
import { findAgent, listOfApplicant } from './message-store.ts';

const read = { success: true as const, message: 'The messages are marked as read.' };

/** Routes for messages between the office and the agents of tasks. */
export function messageRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;

  mount(app, listMessages, async ({ params: { id } }) => {
    if (!(await isApplicant(db, id))) throw notFound('Applicant');
    return { agent: await findAgent(db, id), results: await listOfApplicant(db, id) };
  });

  mount(app, writeMessage, async ({ params, body, user, actor, request }) => {
    const message = {
      ...{ applicantId: params.id, agentId: body.agent_id },
      ...{ adminId: user.id, text: body.text },
    };
    const repeatable = idempotentRequest(request, user.id, body);
    const id = await writeToAgent(db, actor, message, repeatable);
    return { success: true as const, message: 'Message sent.', id };
  });

  mount(app, readMessages, async ({ params, body, user, actor }) => {
    const wanted = { applicantId: params.id, adminId: user.id, upTo: body.up_to };
    await readAsOffice(db, actor, wanted);
    return read;
  });

  mount(app, sendMessage, ({ params, body, user, actor }) =>
    receiveMessage(platform, actor, {
      ...{ applicantId: params.id, agentId: user.id, sent: body },
    }),
  );

  mount(app, readTaskMessages, async ({ params, body, user, actor }) => {
    const wanted = { applicantId: params.id, agentId: user.id, upTo: body.up_to };
    await readAsAgent(db, actor, wanted);
    return read;
  });
}
