/** Made-up people of the demo. Any likeness to real people is a coincidence. */
import people from './people.json' with { type: 'json' };

/**
 * The names of the agents. The first agent has the demo's agent account. Two agents have the same name, to
 * show that assigning asks which of them is meant.
 */
export const agentNames = people.agents;

export const isActiveAgent = (index: number) => index % 9 !== 8;

export const activeAgentNames = agentNames.filter((_, index) => isActiveAgent(index));

export const adminNames = people.admins;
