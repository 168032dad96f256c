export interface Task {
  id: number;
  pin_code: string;
}

export interface Sharer {
  /** The number of the agent's open tasks by pin code. */
  pins: ReadonlyMap<string, number>;
  open: number;
  /** The most tasks for this agent. By default, the number that makes the agents' open work most equal. */
  count?: number | undefined;
}

/**
 * Returns the task ids of each agent, in the agents' order. The tasks of a pin code go first to the agents
 * who have the most open tasks with this pin code. The other tasks are sorted by pin code, so that
 * neighbouring pin codes stay with one agent. Tasks beyond the sum of the counts are left out.
 */
export function shareOut(tasks: readonly Task[], agents: readonly Sharer[]): number[][] {
  const shares = agents.map((): number[] => []);
  const level = quotasByLoad(
    tasks.length,
    agents.map(({ open }) => open),
  );
  const left = agents.map(({ count }, index) => count ?? level[index] ?? 0);
  const give = (agent: number, ids: number[]) => {
    const given = ids.splice(0, left[agent]);
    shares[agent]?.push(...given);
    left[agent] = (left[agent] ?? 0) - given.length;
  };

  const groups = groupByPin(tasks);
  for (const [pin, ids] of groups) {
    const knowing = agents
      .map(({ pins }, agent) => ({ agent, known: pins.get(pin) ?? 0 }))
      .filter(({ known }) => known > 0)
      .toSorted((a, b) => b.known - a.known);
    for (const { agent } of knowing) give(agent, ids);
  }
  const byRoom = left.map((room, agent) => ({ room, agent })).toSorted((a, b) => b.room - a.room);
  for (const [, ids] of groups) {
    for (const { agent } of byRoom) give(agent, ids);
  }
  return shares.map((ids) => ids.toSorted((a, b) => a - b));
}

function groupByPin(tasks: readonly Task[]): [string, number[]][] {
  const groups = Map.groupBy(tasks, ({ pin_code }) => pin_code);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([pin, those]) => [pin, those.map(({ id }) => id)]);
}

/**
 * Returns how many tasks each agent gets. Afterwards, an agent who got tasks has at most one open task more
 * than any other agent.
 */
export function quotasByLoad(total: number, open: readonly number[]): number[] {
  const byLoad = open
    .map((load, agent) => ({ load, agent }))
    .toSorted((a, b) => a.load - b.load || a.agent - b.agent);
  const sharing = [...byLoad];
  const sumOf = () => sharing.reduce((sum, { load }) => sum + load, 0);
  // Leaves out the busiest agents while there are too few tasks to bring the others to the same open work.
  while (sharing.length > 1 && (sharing.at(-1)?.load ?? 0) * sharing.length - sumOf() >= total) {
    sharing.pop();
  }
  const sum = total + sumOf();
  const level = Math.floor(sum / sharing.length);
  const quotas = open.map(() => 0);
  for (const [rank, { load, agent }] of sharing.entries()) {
    quotas[agent] = level - load + (rank < sum % sharing.length ? 1 : 0);
  }
  return quotas;
}
