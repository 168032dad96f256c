import type { Task } from './share-out.ts';

export interface Present {
  /** Pin prefixes; none means anywhere. */
  areas: readonly string[];
  /** Tasks of a day, and those that are open. */
  capacity: number;
  open: number;
  due_today: number;
}

export interface Proposal {
  /** In the agents' order: the ids of each, and the areas that led to them. */
  shares: { ids: number[]; covers: string[] }[];
  /** No agent covers their pin codes. */
  outside: number[];
  /** All agents who cover their pin codes have enough. */
  full: number[];
}

/** The lengths of areas, the longest first; 0 stands for agents who go anywhere. */
const lengths = [6, 5, 4, 3, 2, 0];

/**
 * Proposes who gets which tasks: of the agents with room whose area matches most digits of the pin code, those with the
 * least work for their capacity. Work is what is open, and what is due today once more. Of the tasks of one area, each
 * agent gets neighbouring pin codes.
 */
export function propose(tasks: readonly Task[], agents: readonly Present[]): Proposal {
  const shares = agents.map(() => ({ ids: [] as number[], covers: [] as string[] }));
  const openOf = (agent: number) => (agents[agent]?.open ?? 0) + (shares[agent]?.ids.length ?? 0);
  let left = tasks.toSorted((a, b) => (a.pin_code < b.pin_code ? -1 : 1) || a.id - b.id);
  const covered = new Set<number>();
  for (const length of lengths) {
    const byArea = agentsByArea(agents, length);
    const rest: Task[] = [];
    for (const [area, group] of Map.groupBy(left, ({ pin_code }) => pin_code.slice(0, length))) {
      const able = byArea.get(area) ?? [];
      if (able.length > 0) for (const { id } of group) covered.add(id);
      const quotas = quotasOf(able, agents, openOf, group.length);
      let from = 0;
      for (const [agent, quota] of quotas) {
        const ids = group.slice(from, from + quota).map(({ id }) => id);
        from += quota;
        shares[agent]?.ids.push(...ids);
        if (ids.length > 0 && length > 0) shares[agent]?.covers.push(area);
      }
      rest.push(...group.slice(from));
    }
    left = rest;
  }
  return {
    shares: shares.map(({ ids, covers }) => ({ ids: ids.toSorted((a, b) => a - b), covers })),
    outside: left.filter(({ id }) => !covered.has(id)).map(({ id }) => id),
    full: left.filter(({ id }) => covered.has(id)).map(({ id }) => id),
  };
}

/** The agents of each area of a length. */
function agentsByArea(agents: readonly Present[], length: number): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [agent, { areas }] of agents.entries()) {
    const own = areas.length === 0 ? [''] : areas;
    for (const area of own) {
      if (area.length === length) found.set(area, [...(found.get(area) ?? []), agent]);
    }
  }
  return found;
}

/** How many of so many tasks each agent gets, one by one to the one with the least work. */
function quotasOf(
  able: readonly number[],
  agents: readonly Present[],
  openOf: (agent: number) => number,
  total: number,
): Map<number, number> {
  const quotas = new Map(able.map((agent) => [agent, 0]));
  const workOf = (agent: number) => {
    const { capacity = 1, due_today = 0 } = agents[agent] ?? {};
    const open = openOf(agent) + (quotas.get(agent) ?? 0);
    return open >= capacity ? Number.POSITIVE_INFINITY : (open + due_today) / capacity;
  };
  for (let task = 0; task < total; task += 1) {
    let [least, work] = [-1, Number.POSITIVE_INFINITY];
    for (const agent of able) {
      const theirs = workOf(agent);
      if (theirs < work) [least, work] = [agent, theirs];
    }
    if (least < 0) break;
    quotas.set(least, (quotas.get(least) ?? 0) + 1);
  }
  return quotas;
}
