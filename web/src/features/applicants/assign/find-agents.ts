import type { User } from '@doorstep/contract/users';

const SHOWN = 50;

const plain = (text: string) => text.trim().toLowerCase();

/** Whether an agent's name, or number, holds what is typed. */
export function isMeant({ name, phone_number }: User, typed: string): boolean {
  const wanted = plain(typed);
  return plain(name).includes(wanted) || phone_number?.includes(wanted) === true;
}

/** The agents whose name holds what is typed, those that begin with it first; or whose number does. */
export function suggestAgents(agents: readonly User[], typed: string): User[] {
  const wanted = plain(typed);
  if (wanted === '') return [];
  const found = agents.filter((agent) => isMeant(agent, wanted));
  // The one agent of that name needs no suggestion.
  if (found.length === 1 && found[0] && plain(found[0].name) === wanted) return [];
  const rank = ({ name }: User) => (plain(name).startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
}

/** The id to send beside the name: needed only where the agent who was picked has namesakes. */
export function namesakeId(agents: readonly User[], picked: User | undefined): number | undefined {
  if (!picked) return undefined;
  const namesakes = agents.filter(({ name }) => plain(name) === plain(picked.name));
  return namesakes.length > 1 ? picked.id : undefined;
}
