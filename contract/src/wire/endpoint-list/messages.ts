import {
  listMessages,
  readMessages,
  readTaskMessages,
  sendMessage,
  writeMessage,
} from '../../messages.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const messagesEndpoints = {
  listMessages: {
    endpoint: listMessages,
    noun: 'Messages',
    title: 'List an applicant’s messages',
  },
  writeMessage: {
    endpoint: writeMessage,
    noun: 'Messages',
    title: 'Write to the agent of a task',
    note: 'If the agent no longer has the task, the answer is a 409 not_their_task. Its message names the agent who has the task now, if any.',
    optionalHeaders: idempotencyKey,
  },
  readMessages: {
    endpoint: readMessages,
    noun: 'Messages',
    title: 'Mark the agents’ messages as read',
  },
  sendMessage: {
    endpoint: sendMessage,
    noun: 'Messages',
    title: 'Write to the office about a task',
    note: 'A message that is sent several times is stored once. A different message with the same id gets a 409 message_id_taken. If the agent no longer has the task, the office still gets the message, and state is late.',
  },
  readTaskMessages: {
    endpoint: readTaskMessages,
    noun: 'Messages',
    title: 'Mark the office’s messages as read',
  },
} as const satisfies Record<string, EndpointRow>;
