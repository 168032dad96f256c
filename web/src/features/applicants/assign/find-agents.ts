import type { User } from '@doorstep/contract/users';

/** Accepts any value, because another backend may send a phone number as a number, or none. */
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

/** Returns the picked agent's id, but only if the name is not enough because others have it too. */
export function namesakeId(agents: readonly User[], picked: User | undefined): number | undefined {
  if (!picked) return undefined;
  const namesakes = agents.filter(({ name }) => plain(name) === plain(picked.name));
  return namesakes.length > 1 ? picked.id : undefined;
}
