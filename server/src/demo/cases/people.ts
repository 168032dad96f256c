/** Made-up people of the demo. Any likeness to real people is coincidence. */
import people from './people.json' with { type: 'json' };

/** The first one has the demo's agent account. Two share a name, which leads to a question when assigning. */
export const agentNames = people.agents;

/** Whether the agent at an index of the list is active: every ninth has left. */
export const isActiveAgent = (index: number) => index % 9 !== 8;

export const activeAgentNames = agentNames.filter((_, index) => isActiveAgent(index));

export const adminNames = people.admins;
