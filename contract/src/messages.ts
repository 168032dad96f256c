import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { withoutAadhaar } from './text/aadhaar.ts';
import { Moment } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { text, Uuid } from './wire/inputs.ts';
import { Id, Outcome } from './wire/paging.ts';

/** The maximum number of messages that a phone gets for a task: the latest ones. */
export const messagesOnPhone = 30;

const MessageText = text(limits.messageLength).check(
  z.trim(),
  z.minLength(1, 'Write a message.'),
  withoutAadhaar('text'),
);

export const TaskMessage = z.object({
  id: z.string(),
  is_from_office: z.boolean(),
  by: z.string(),
  text: z.string(),
  /** When the author wrote the message. A phone without a network delivers the message later. */
  sent_at: z.string(),
  /** Whether the recipient has opened the message. */
  is_read: z.boolean(),
});
export type TaskMessage = z.infer<typeof TaskMessage>;

/** A message, as shown to the office. A conversation is all messages with one agent about one applicant. */
export const Message = z.extend(TaskMessage, {
  agent_id: z.number(),
  agent: z.string(),
  received_at: z.string(),
  /**
   * Present if the agent no longer had the task when the message arrived. `given_to` is the agent who had it
   * then, or null.
   */
  late: z.optional(z.object({ given_to: z.nullable(z.string()) })),
});
export type Message = z.infer<typeof Message>;

const MessageAgent = z.object({
  id: z.number(),
  name: z.string(),
  /** When the agent last used a session that is still open. Null if there is no open session. */
  last_seen: z.nullable(z.string()),
  to_send: z.number(),
});

const params = z.object({ id: Id });
const path = '/api/v1/applicants/:id/messages/';

/** Lists an applicant's messages with all agents, oldest first. `agent` is null while no agent has the task. */
export const listMessages = defineEndpoint({
  method: 'GET',
  path,
  access: 'admin',
  params,
  response: z.object({ agent: z.nullable(MessageAgent), results: z.array(Message) }),
});

/** Answers 409 `not_their_task` if the agent no longer has the task. */
export const writeMessage = defineEndpoint({
  method: 'POST',
  path,
  access: 'admin',
  params,
  body: z.strictObject({ agent_id: z.int().check(z.positive()), text: MessageText }),
  response: z.object({ success: z.literal(true), message: z.string(), id: z.string() }),
  status: 201,
});

/** Marks the messages of agents as read by the office, up to the message `up_to`. */
export const readMessages = defineEndpoint({
  method: 'POST',
  path: `${path}read/`,
  access: 'admin',
  params,
  body: z.strictObject({ up_to: Uuid }),
  response: Outcome,
});

/** The phone chooses the id, so that the server stores the message once even if the phone sends it twice. */
export const AgentMessage = z.strictObject({
  id: Uuid,
  text: MessageText,
  /** When the agent wrote the message, by the phone's estimate of the server's clock. */
  sent_at: Moment,
});
export type AgentMessage = z.infer<typeof AgentMessage>;

const agentPath = '/api/v1/agent/tasks/:id/messages/';

/**
 * Sends the office a message about a task. `envelope` is the same message as JSON, encrypted with the
 * server's key. The office also gets a message from an agent who no longer has the task. Its state is `late`.
 */
export const sendMessage = defineEndpoint({
  method: 'POST',
  path: agentPath,
  access: 'agentSending',
  params,
  body: z.union([AgentMessage, z.strictObject({ envelope: text(8_000).check(z.base64()) })]),
  response: z.object({ id: z.string(), state: z.enum(['received', 'late']) }),
  status: 201,
});

/** Marks the office's messages about a task as read by the agent, up to the message `up_to`. */
export const readTaskMessages = defineEndpoint({
  method: 'POST',
  path: `${agentPath}read/`,
  access: 'agentSending',
  params,
  body: z.strictObject({ up_to: Uuid }),
  response: Outcome,
});
