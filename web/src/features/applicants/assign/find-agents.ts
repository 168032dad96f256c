import type { User } from '@doorstep/contract/users';

/** Another backend may know no name, or send a number as one. */
const plain = (text: unknown) =>
  String(text ?? '')
    .trim()
    .toLowerCase();

export interface FoundAgents {
  /** Whom one assigned lately, the last one first. */
  lately: User[];
  /** Those whose name begins with what was typed first. */
  others: User[];
}

/** The agents whose name, or number, holds what is typed; all while nothing is. */
export function findAgents(
  agents: readonly User[],
  lately: readonly number[],
  typed: string,
): FoundAgents {
  const wanted = plain(typed);
  const found = agents.filter(
    ({ name, phone_number }) =>
      plain(name).includes(wanted) || plain(phone_number).includes(wanted),
  );
  const known = lately.flatMap((id) => found.find((agent) => agent.id === id) ?? []);
  const rank = ({ name }: User) => (plain(name).startsWith(wanted) ? 0 : 1);
  const others = found.filter((agent) => !known.includes(agent));
  return { lately: known, others: others.toSorted((a, b) => rank(a) - rank(b)) };
}

/** Returns the agent whom a name stands for, where it stands for one alone. */
export function agentNamed(agents: readonly User[], name: string): User | undefined {
  const namesakes = agents.filter((agent) => plain(agent.name) === plain(name));
  return namesakes.length === 1 ? namesakes[0] : undefined;
}

/** The id to send beside the name: needed only where the agent who was picked has namesakes. */
export function namesakeId(agents: readonly User[], picked: User | undefined): number | undefined {
  if (!picked) return undefined;
  const namesakes = agents.filter(({ name }) => plain(name) === plain(picked.name));
  return namesakes.length > 1 ? picked.id : undefined;
}
