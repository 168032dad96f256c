import type {
  AssignPlan,
  ManyAssigned,
  ManyToAssign,
  SkipReason,
} from '@doorstep/contract/applicants/assign-many';
import type { Kysely } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { conflict, invalid, Problem } from '../../../problems.ts';
import { findApplicantIds } from '../applicant-list-store.ts';
import { findCandidates, findNames, findWanted, type Wanted as Row } from './assign-many-store.ts';
import { findPresentAgents } from './present-agents-store.ts';
import { propose } from './propose-agents.ts';
import { reasonToSkip } from './reason-to-skip.ts';
import { shareOut } from './share-out.ts';

export type Wanted = ManyToAssign & { timeZone: string };

/**
 * An applicant with its planned agent; null means no agent. `revision` is the applicant's revision when the
 * plan was made.
 */
export interface Planned {
  id: number;
  agent_id: number | null;
  revision?: string | undefined;
}

/** Whether applicants may be taken from the agent who has them. */
export const isMove = ({ move = false, plan }: Pick<ManyToAssign, 'move' | 'plan'>): boolean =>
  move || (plan !== 'suggest' && plan.some(({ agent_id }) => agent_id === null));

export async function planAssignment(
  db: Kysely<Database>,
  wanted: Wanted,
  most: number,
): Promise<ManyAssigned> {
  const moves = isMove(wanted);
  const ids = wanted.ids ? [...new Set(wanted.ids)] : await findMatching(db, wanted, most);
  const found = await findWanted(db, ids);
  const rows = new Map(found.map((row) => [row.id, row]));
  const revisions = wanted.revisions?.split(',');
  const seen = new Map(wanted.ids?.map((id, index) => [id, revisions?.[index]]));
  // If the plan has one agent, skips the agent's own tasks here, so that they don't count towards the share.
  const [only] = wanted.plan !== 'suggest' && wanted.plan.length === 1 ? wanted.plan : [];
  const reasons = new Map<number, SkipReason | undefined>(
    ids.map((id) => [
      id,
      reasonToSkip(rows.get(id), { moves, agent_id: only?.agent_id, revision: seen.get(id) }),
    ]),
  );
  const free = found.filter(({ id }) => !reasons.get(id));
  if (wanted.plan === 'suggest') {
    const { shares, left } = await proposeShares(db, free, moves, wanted.timeZone);
    for (const { id, because } of left) reasons.set(id, because);
    return { shares, ...(await restOf(db, { ids, free, reasons, moves })) };
  }
  const agents = await findAgents(db, wanted.plan, moves ? free : []);
  const shares = shareOut(free, agents);
  if (shares.flat().length < free.length) {
    throw invalid({ plan: [`The shares must add up to at least ${free.length}.`] });
  }
  // If the plan has several agents, an agent's share may contain the agent's own tasks. Skips these too.
  const kept = shares.flatMap((share, index) =>
    share.filter((id) => moves && rows.get(id)?.assigned_agent_id === agents[index]?.id),
  );
  for (const id of kept) reasons.set(id, 'unchanged');
  return {
    shares: agents.map(({ id, name, open }, index) => {
      const share = (shares[index] ?? []).filter((one) => !reasons.get(one));
      const theirs = kept.filter((one) => rows.get(one)?.assigned_agent_id === id).length;
      return {
        ...{ agent_id: id, agent_name: name, open: open + theirs, ids: share },
        ...(moves && { revisions: share.map((one) => rows.get(one)?.revision ?? '') }),
      };
    }),
    ...(await restOf(db, { ids, free, reasons, moves: moves && wanted.dry_run === true })),
  };
}

interface Rest {
  ids: readonly number[];
  free: readonly Row[];
  reasons: ReadonlyMap<number, SkipReason | undefined>;
  /** Whether the answer contains the number of tasks that each agent would lose. */
  moves: boolean;
}

async function restOf(db: Db, { ids, free, reasons, moves }: Rest) {
  return {
    skipped: ids.flatMap((id) => {
      const because = reasons.get(id);
      return because ? [{ id, because }] : [];
    }),
    ...(moves && { from: await countHolders(db, free, reasons) }),
  };
}

async function proposeShares(db: Db, free: readonly Row[], moves: boolean, timeZone: string) {
  const today = Temporal.Now.plainDateISO(timeZone);
  const holders = new Set(free.flatMap(({ assigned_agent_id }) => assigned_agent_id ?? []));
  const agents = await findPresentAgents(db, {
    day: today.toString(),
    end: today.add({ days: 1 }).toZonedDateTime(timeZone).toInstant().toString(),
    moving: moves ? free.map(({ id }) => id) : [],
    except: [...holders],
  });
  const { shares, outside, full } = propose(free, agents);
  const rows = new Map(free.map((row) => [row.id, row]));
  const revisionOf = (id: number) => rows.get(id)?.revision ?? '';
  return {
    shares: agents
      .map(({ id, name, open, capacity }, index) => {
        const { ids = [], covers = [] } = shares[index] ?? {};
        return {
          ...{ agent_id: id, agent_name: name, open, capacity, ids, covers },
          ...(moves && { revisions: ids.map(revisionOf) }),
        };
      })
      .filter(({ ids }) => ids.length > 0)
      .toSorted((a, b) => b.ids.length - a.ids.length),
    left: [
      ...outside.map((id) => ({ id, because: 'outside_areas' as const })),
      ...full.map((id) => ({ id, because: 'no_capacity' as const })),
    ],
  };
}

async function countHolders(
  db: Db,
  free: readonly Row[],
  reasons: ReadonlyMap<number, unknown>,
): Promise<NonNullable<ManyAssigned['from']>> {
  const leaving = free.filter(({ id }) => !reasons.get(id));
  const counts = Map.groupBy(leaving, ({ assigned_agent_id }) => assigned_agent_id);
  counts.delete(null);
  const names = await findNames(db, [...counts.keys()] as number[]);
  return names
    .map(({ id, name }) => ({
      ...{ agent_id: id, agent_name: name, count: counts.get(id)?.length ?? 0 },
    }))
    .toSorted((a, b) => b.count - a.count);
}

/**
 * Rejects an inactive agent, unless the plan has a `count`. A count comes from a preview, so the agent may
 * have become inactive since; `assignStep` skips such an agent's tasks. Tasks in `moving` don't count as
 * open work.
 */
async function findAgents(db: Db, plan: AssignPlan, moving: readonly Row[]) {
  const ids = plan.flatMap(({ agent_id }) => agent_id ?? []);
  const found = await findCandidates(
    db,
    ids,
    moving.map(({ id }) => id),
  );
  return plan.map(({ agent_id, count }) => {
    if (agent_id === null) return { id: null, name: '', pins: new Map(), open: 0, count };
    const agent = found.find(({ id }) => id === agent_id);
    if (!agent) throw invalid({ plan: [`There is no agent ${agent_id}.`] });
    if (!agent.is_active && count === undefined) {
      throw invalid({ plan: [`${agent.name} is not an active agent.`] });
    }
    const open = [...agent.pins.values()].reduce((sum, tasks) => sum + tasks, 0);
    return { ...agent, open, count };
  });
}

async function findMatching(
  db: Kysely<Database>,
  { filter = {}, expected_count, timeZone }: Wanted,
  most: number,
): Promise<number[]> {
  const { ids, count } = await findApplicantIds(db, filter, most, timeZone);
  if (count !== expected_count) {
    throw new Problem(
      409,
      `The number of applicants has changed: ${count} match now. Check the list, then try again.`,
      {
        code: 'count_changed',
        count,
      },
    );
  }
  if (count > most)
    throw conflict(`At most ${most} applicants can be assigned in one request.`, 'too_many');
  return ids;
}
