import type { agentsEndpoints } from '@doorstep/contract/wire/endpoint-list/agents';
import { none, nothing, type Sample } from '../endpoint-sample.ts';
import { addUser, type TestApp } from '../test-app.ts';

const agent = async ({ db }: TestApp) => ({ params: { id: (await addUser(db, 'agent')).id } });
const payload = {
  daily_capacity: 10,
  areas: ['4110'],
  leave: [{ from_day: '2026-03-02', to_day: '2026-03-06' }],
};

export const agentsSamples: Record<keyof typeof agentsEndpoints, Sample> = {
  getAvailability: { good: agent, unknown: none },
  changeAvailability: {
    good: async (server) => ({ ...(await agent(server)), payload }),
    unknown: { ...none, payload },
    bad: { params: { id: 1 }, payload: { ...payload, areas: ['4'] } },
    audit: 'user.change_availability',
    changes: 'agent_areas',
  },
  agentsOnLeave: { good: nothing },
  getAgentWork: { good: agent, unknown: none },
};
