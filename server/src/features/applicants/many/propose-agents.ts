import type { Task } from './share-out.ts';

export interface Present {
  /** Prefixes of pin codes; an empty list means anywhere. */
  areas: readonly string[];
  /** The expected tasks a day. An agent with this many open tasks gets no more. */
  capacity: number;
  open: number;
  due_today: number;
}

export interface Proposal {
  /** For each agent, in the given order: the ids of the proposed tasks, and the areas that matched them. */
  shares: { ids: number[]; covers: string[] }[];
  /** The ids of tasks whose pin code no agent covers. */
  outside: number[];
  /** The ids of tasks whose pin code is covered, but only by agents who have reached their capacity. */
  full: number[];
}

/** The possible lengths of an area's prefix, the longest first. 0 is for agents who go anywhere. */
const lengths = [6, 5, 4, 3, 2, 0];

/**
 * Proposes agents for tasks. A task goes to an agent below the capacity whose area matches the most digits of
 * the pin code. If several agents match equally, the agent with the least work in relation to the capacity
 * gets the task. Open tasks that are late or due today count twice. Within an area, each agent gets
 * neighbouring pin codes.
 */
export function propose(tasks: readonly Task[], agents: readonly Present[]): Proposal {
  const shares = agents.map(() => ({ ids: [] as number[], covers: [] as string[] }));
  const openOf = (agent: number) => (agents[agent]?.open ?? 0) + (shares[agent]?.ids.length ?? 0);
  let left = tasks.toSorted((a, b) => a.pin_code.localeCompare(b.pin_code) || a.id - b.id);
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

const full = Number.POSITIVE_INFINITY;

function quotasOf(
  able: readonly number[],
  agents: readonly Present[],
  openOf: (agent: number) => number,
  total: number,
): Map<number, number> {
  const quotas = new Map(able.map((agent) => [agent, 0]));
  // There may be thousands of tasks, so each task recalculates only the work of the agent who gets it.
  const works = able.map((agent) => workOf(agents[agent], openOf(agent)));
  for (let task = 0; task < total; task += 1) {
    let least = 0;
    for (let index = 1; index < works.length; index += 1) {
      if ((works[index] ?? full) < (works[least] ?? full)) least = index;
    }
    const agent = able[least];
    if (agent === undefined || works[least] === full) break;
    const quota = (quotas.get(agent) ?? 0) + 1;
    quotas.set(agent, quota);
    works[least] = workOf(agents[agent], openOf(agent) + quota);
  }
  return quotas;
}

function workOf(
  { capacity, due_today }: Pick<Present, 'capacity' | 'due_today'> = { capacity: 0, due_today: 0 },
  open = 0,
) {
  return open >= capacity ? full : (open + due_today) / capacity;
}
