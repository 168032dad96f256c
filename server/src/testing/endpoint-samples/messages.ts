import { randomUUID } from 'node:crypto';
import type { messagesEndpoints } from '@doorstep/contract/wire/endpoint-list/messages';
import { applicant, asked, none, noUuid, type Sample } from '../endpoint-sample.ts';
import { addMessage } from '../messages.ts';
import { addApplicant, addUser, signIn, type TestApp } from '../test-app.ts';

const fromPhone = () => ({
  id: randomUUID(),
  text: 'The gate is locked',
  sent_at: '2026-03-05T05:00:00Z',
});

async function othersTask(server: TestApp): Promise<number> {
  const other = await signIn(server, 'agent');
  return (await addApplicant(server.db, { assigned_agent_id: other.user.id })).id;
}

export const messagesSamples: Record<keyof typeof messagesEndpoints, Sample> = {
  listMessages: { good: applicant, unknown: none },
  writeMessage: {
    good: async ({ db }) => {
      const agent = await addUser(db, 'agent');
      const { id } = await addApplicant(db, { assigned_agent_id: agent.id });
      return { params: { id }, payload: { agent_id: agent.id, text: 'Which gate?' } };
    },
    unknown: { ...none, payload: { agent_id: 1, text: 'Which gate?' } },
    bad: { params: { id: 1 }, payload: { agent_id: 1, text: ' ' } },
    audit: 'message.write',
    changes: 'messages',
  },
  readMessages: {
    good: async ({ db }) => {
      const agent = await addUser(db, 'agent');
      const { id } = await addApplicant(db, { assigned_agent_id: agent.id });
      const message = await addMessage(db, { applicant_id: id, agent_id: agent.id });
      return { params: { id }, payload: { up_to: message } };
    },
    unknown: { ...none, payload: { up_to: noUuid } },
    bad: { params: { id: 1 }, payload: { up_to: 'all' } },
    audit: 'message.read',
    changes: 'messages',
  },
  sendMessage: {
    good: async ({ db }, asker) => {
      const { id } = await addApplicant(db, { assigned_agent_id: asked(asker).user.id });
      return { params: { id }, payload: fromPhone() };
    },
    unknown: { ...none, payload: fromPhone() },
    foreign: async (server) => ({
      request: { params: { id: await othersTask(server) }, payload: fromPhone() },
      status: 404,
    }),
    bad: { params: { id: 1 }, payload: { ...fromPhone(), text: '' } },
    audit: 'message.write',
    changes: 'messages',
  },
  readTaskMessages: {
    good: async (server, asker) => {
      const agent = asked(asker);
      const { id } = await addApplicant(server.db, { assigned_agent_id: agent.user.id });
      const admin = await addUser(server.db, 'admin');
      const message = { applicant_id: id, agent_id: agent.user.id, author_id: admin.id };
      return { params: { id }, payload: { up_to: await addMessage(server.db, message) } };
    },
    unknown: { ...none, payload: { up_to: noUuid } },
    foreign: async (server) => {
      const agent = await signIn(server, 'agent');
      const { id } = await addApplicant(server.db, { assigned_agent_id: agent.user.id });
      const admin = await addUser(server.db, 'admin');
      const message = { applicant_id: id, agent_id: agent.user.id, author_id: admin.id };
      const payload = { up_to: await addMessage(server.db, message) };
      return { request: { params: { id }, payload }, status: 404 };
    },
    bad: { params: { id: 1 }, payload: { up_to: 7 } },
    audit: 'message.read',
    changes: 'messages',
  },
};
