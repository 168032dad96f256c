import { agentsOnLeave, changeAvailability, getAgentWork, getAvailability } from '../../agents.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const agentsEndpoints = {
  getAvailability: {
    endpoint: getAvailability,
    noun: 'Agents',
    title: 'Read an agent’s areas, leave and daily capacity',
  },
  changeAvailability: {
    endpoint: changeAvailability,
    noun: 'Agents',
    title: 'Change an agent’s areas, leave and daily capacity',
  },
  agentsOnLeave: {
    endpoint: agentsOnLeave,
    noun: 'Agents',
    title: 'List the agents on leave today',
  },
  getAgentWork: {
    endpoint: getAgentWork,
    noun: 'Agents',
    title: 'Show an agent’s open work and the figures of the last 28 days',
  },
} as const satisfies Record<string, EndpointRow>;
