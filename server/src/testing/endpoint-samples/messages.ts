import { randomUUID } from 'node:crypto';
import type { messagesEndpoints } from '@doorstep/contract/wire/endpoint-list/messages';
import { about, aboutOwn, applicant, none, noUuid, type Sample } from '../endpoint-sample.ts';
import { addMessage } from '../messages.ts';
import { addApplicant, addUser, type TestApp } from '../test-app.ts';

const fromPhone = (text = 'The gate is locked') => ({
  ...{ id: randomUUID(), text, sent_at: '2026-03-05T05:00:00Z' },
});

async function taskOf({ db }: TestApp, agentId: number) {
  const { id } = await addApplicant(db, { assigned_agent_id: agentId });
  return { applicant_id: id, agent_id: agentId };
}
const task = async (server: TestApp) => taskOf(server, (await addUser(server.db, 'agent')).id);

export const messagesSamples: Record<keyof typeof messagesEndpoints, Sample> = {
  listMessages: about(applicant),
  writeMessage: {
    good: async (server) => {
      const { applicant_id: id, agent_id } = await task(server);
      return { params: { id }, payload: { agent_id, text: 'Which gate?' } };
    },
    unknown: { ...none, payload: { agent_id: 1, text: 'Which gate?' } },
    bad: { payload: { agent_id: 1, text: ' ' } },
    ...{ audit: 'message.write', changes: 'messages' },
  },
  readMessages: {
    good: async (server) => {
      const message = await task(server);
      const up_to = await addMessage(server.db, message);
      return { params: { id: message.applicant_id }, payload: { up_to } };
    },
    unknown: { ...none, payload: { up_to: noUuid } },
    bad: { payload: { up_to: 'all' } },
    ...{ audit: 'message.read', changes: 'messages' },
  },
  sendMessage: {
    ...aboutOwn(async (server, { user }) => {
      const { applicant_id: id } = await taskOf(server, user.id);
      return { params: { id }, payload: fromPhone() };
    }),
    unknown: { ...none, payload: fromPhone() },
    bad: { payload: fromPhone('') },
    ...{ audit: 'message.write', changes: 'messages' },
  },
  readTaskMessages: {
    ...aboutOwn(async (server, { user }) => {
      const message = await taskOf(server, user.id);
      const author_id = (await addUser(server.db, 'admin')).id;
      const up_to = await addMessage(server.db, { ...message, author_id });
      return { params: { id: message.applicant_id }, payload: { up_to } };
    }),
    unknown: { ...none, payload: { up_to: noUuid } },
    bad: { payload: { up_to: 7 } },
    ...{ audit: 'message.read', changes: 'messages' },
  },
};
