import type { User } from '@doorstep/contract/users';

/** Another backend may send no name, or a number. */
const plain = (text: unknown) =>
  String(text ?? '')
    .trim()
    .toLowerCase();

export interface FoundAgents {
  /** The recently assigned agents, the latest first. */
  lately: User[];
  /** The others. Names that begin with the typed text come first. */
  others: User[];
}

/** Returns the agents whose name or number contains the typed text, or all without text. */
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

/** Returns the agent with a name, if only one has it. */
export function agentNamed(agents: readonly User[], name: string): User | undefined {
  const namesakes = agents.filter((agent) => plain(agent.name) === plain(name));
  return namesakes.length === 1 ? namesakes[0] : undefined;
}

/** Returns the id to send with the name, needed only if the picked agent has namesakes. */
export function namesakeId(agents: readonly User[], picked: User | undefined): number | undefined {
  if (!picked) return undefined;
  const namesakes = agents.filter(({ name }) => plain(name) === plain(picked.name));
  return namesakes.length > 1 ? picked.id : undefined;
}
