import type { agentsEndpoints } from '@doorstep/contract/wire/endpoint-list/agents';
import { about, agent, nothing, type Sample } from '../endpoint-sample.ts';

const leave = [{ from_day: '2026-03-02', to_day: '2026-03-06' }];
const availability = { daily_capacity: 10, areas: ['4110'], leave };

export const agentsSamples: Record<keyof typeof agentsEndpoints, Sample> = {
  getAvailability: about(agent),
  changeAvailability: {
    ...about(agent, availability, { ...availability, areas: ['4'] }),
    ...{ audit: 'user.change_availability', changes: 'agent_areas' },
  },
  agentsOnLeave: nothing,
  getAgentWork: about(agent),
};
