import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';

/** The most days that a fetched card is valid: longer than a phone is usually without a network. */
export const agentCardDays = 7;

/** The ID card that an agent shows at the door. */
export const AgentCard = z.object({
  name: z.string(),
  agency: z.string(),
  /** A small picture as a data URL; null without one. */
  photo: z.nullable(z.string()),
  /** The page that confirms this card to anyone: an address, or a path on this server. */
  check_url: z.string(),
  valid_until: z.string(),
});
export type AgentCard = z.infer<typeof AgentCard>;

/** The agent's own card, of this session. The end of the session ends the card. */
export const getAgentCard = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/card/',
  access: 'agent',
  response: AgentCard,
});
