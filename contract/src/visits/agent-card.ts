import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';

/**
 * The maximum number of days for which a card is valid. The app renews the card after 12 hours, so a card
 * reaches this limit only if the phone is offline or unused for days.
 */
export const agentCardDays = 7;

export const AgentCard = z.object({
  name: z.string(),
  agency: z.string(),
  /** A small picture as a data URL. Null if there is none. */
  photo: z.nullable(z.string()),
  /** The public page that confirms this card: a URL, or a path on this server. */
  check_url: z.string(),
  valid_until: z.string(),
});
export type AgentCard = z.infer<typeof AgentCard>;

/** The card is valid only while the session that fetched it is open and the agent is active. */
export const getAgentCard = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/card/',
  access: 'agent',
  response: AgentCard,
});
