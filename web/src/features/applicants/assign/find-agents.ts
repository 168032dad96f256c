import type { User } from '@doorstep/contract/users';

/** Accepts any value, because other backends may send nothing, or a number instead of a text. */
const plain = (text: unknown) =>
  String(text ?? '')
    .trim()
    .toLowerCase();

export interface FoundAgents {
  lately: User[];
  /** The agents that are not in `lately`. Names that begin with the typed text come first. */
  others: User[];
}

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

export function agentNamed(agents: readonly User[], name: string): User | undefined {
  const namesakes = agents.filter((agent) => plain(agent.name) === plain(name));
  return namesakes.length === 1 ? namesakes[0] : undefined;
}

/** Returns the picked agent's id if other agents have the same name, because the name alone is ambiguous. */
export function namesakeId(agents: readonly User[], picked: User | undefined): number | undefined {
  if (!picked) return undefined;
  const namesakes = agents.filter(({ name }) => plain(name) === plain(picked.name));
  return namesakes.length > 1 ? picked.id : undefined;
}
