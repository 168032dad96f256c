import * as z from 'zod/mini';
import { applicantFilter } from '../applicants.ts';
import { limits } from '../limits.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { list, text } from '../wire/inputs.ts';

export const undoAssignSeconds = 60;

const Positive = z.int().check(z.positive());
const Ids = list(
  Positive,
  limits.assignedAtOnce,
  `At most ${limits.assignedAtOnce} applicants can be assigned in one request`,
  z.minLength(1, 'Choose at least one applicant'),
);

/**
 * The agents to assign. If `agent_id` is null, the applicants become unassigned. `count` is the maximum
 * number of applicants for an agent. Without counts, the applicants are shared out so that the agents'
 * numbers of open tasks become as equal as possible.
 */
const Plan = list(
  z.strictObject({
    agent_id: z.nullable(Positive),
    count: z.optional(z.int().check(z.nonnegative())),
  }),
  limits.agentsAtOnce,
  `Choose at most ${limits.agentsAtOnce} agents`,
  z.minLength(1, 'Choose an agent'),
  z.refine(
    (plan) => new Set(plan.map(({ agent_id }) => agent_id)).size === plan.length,
    'Choose each agent only once',
  ),
  z.refine(
    (plan) => new Set(plan.map(({ count }) => count === undefined)).size <= 1,
    'Give a count for every agent, or for none',
  ),
  z.refine(
    (plan) =>
      plan.length === 1 ||
      plan.every(({ agent_id, count }) => agent_id !== null || count !== undefined),
    'A plan that assigns and unassigns needs a count in each line',
  ),
);

const assignSkipReasons = [
  ...(['already_assigned', 'visited', 'deleted', 'agent_inactive'] as const),
  'withdrawn',
  // Only in a move: since the preview, the assignment has changed or a visit has arrived. Or the move would
  // change nothing.
  ...(['changed', 'visit_started', 'unchanged'] as const),
  // Only in a proposal: no available agent covers the pin code, or all agents who cover it have reached their
  // daily capacity.
  ...(['outside_areas', 'no_capacity'] as const),
] as const;
export type SkipReason = (typeof assignSkipReasons)[number];

/**
 * The applicants that an agent gets. `open` is the number of open tasks that the agent already has and keeps.
 * If `agent_id` is null, the applicants become unassigned.
 */
const Share = z.object({
  agent_id: z.nullable(z.number()),
  agent_name: z.string(),
  open: z.number(),
  ids: z.array(z.number()),
  /** In the preview of a move, the revision of each applicant, in the order of `ids`. */
  revisions: z.optional(z.array(z.string())),
  /**
   * In a proposal, the agent's areas that match the applicants. The list is empty if the agent has no areas
   * and therefore goes anywhere. `capacity` is the number of tasks that the agent is expected to do in a day.
   */
  covers: z.optional(z.array(z.string())),
  capacity: z.optional(z.number()),
});

export const ManyAssigned = z.object({
  shares: z.array(Share),
  skipped: z.array(z.object({ id: z.number(), because: z.enum(assignSkipReasons) })),
  from: z.optional(
    z.array(z.object({ agent_id: z.number(), agent_name: z.string(), count: z.number() })),
  ),
});
export type ManyAssigned = z.infer<typeof ManyAssigned>;

/**
 * Assigns applicants to one agent, or shares them out among several agents by open work and pin code. The
 * request has the ids of the applicants, or the list's filter and `expected_count`. `expected_count` is the
 * number of applicants that the list showed. If this number has changed, the answer is a 409 `count_changed`
 * with the new `count`. With `dry_run`, nothing is assigned, and the filter may find more applicants than one
 * request can assign, unless the plan is `suggest`.
 *
 * Without `move`, applicants that have an agent are skipped. A plan with a null agent counts as a move, even
 * without `move`. `revisions` are those of the preview, in the order of `ids` and separated by commas. If an
 * applicant's revision has changed since, because of another assignment or a visit, a move skips the
 * applicant.
 *
 * With the plan `suggest`, the server proposes agents by areas, leave, daily capacity and open work. This
 * needs `dry_run`. In a move, it leaves out each agent to whom one of the applicants is assigned.
 */
export const assignMany = defineEndpoint({
  method: 'POST',
  path: '/api/v1/applicants/assign/',
  access: 'admin',
  body: z
    .strictObject({
      ids: z.optional(Ids),
      filter: z.optional(z.strictObject(applicantFilter)),
      expected_count: z.optional(z.int().check(z.nonnegative())),
      plan: z.union([Plan, z.literal('suggest')]),
      move: z.optional(z.boolean()),
      revisions: z.optional(text(limits.assignedAtOnce * 20)),
      dry_run: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
        'Choose the applicants by ids or by a filter',
      ),
      z.refine(
        ({ filter, expected_count }) => (filter === undefined) === (expected_count === undefined),
        { error: 'Send expected_count together with filter', path: ['expected_count'] },
      ),
      z.refine(({ plan, dry_run }) => plan !== 'suggest' || dry_run === true, {
        error: 'The plan suggest requires dry_run',
        path: ['plan'],
      }),
      z.refine(
        ({ ids, revisions }) =>
          revisions === undefined || revisions.split(',').length === ids?.length,
        { error: 'Send a revision for each id', path: ['revisions'] },
      ),
    ),
  response: ManyAssigned,
});
export type ManyToAssign = z.output<typeof assignMany.body>;
export type AssignPlan = z.output<typeof Plan>;

const keptReasons = ['too_late', 'visited', 'changed', 'agent_inactive'] as const;

/**
 * Undoes the caller's own assignments and moves of the last 60 seconds. Each applicant gets its previous
 * agent back, or becomes unassigned if there was none. `kept` lists the applicants whose assignment was not
 * undone, with the reasons.
 */
export const undoAssign = defineEndpoint({
  method: 'POST',
  path: '/api/v1/applicants/assign/undo/',
  access: 'admin',
  body: z.strictObject({ ids: Ids }),
  response: z.object({
    undone: z.array(z.number()),
    kept: z.array(z.object({ id: z.number(), because: z.enum(keptReasons) })),
  }),
});
export type AssignUndone = z.output<typeof undoAssign.response>;
