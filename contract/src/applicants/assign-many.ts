import * as z from 'zod/mini';
import { applicantFilter } from '../applicants.ts';
import { limits } from '../limits.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { list } from '../wire/inputs.ts';

/** In which admins can undo their own assignments. */
export const undoAssignSeconds = 60;

const Positive = z.int().check(z.positive());
const Ids = list(
  Positive,
  limits.assignedAtOnce,
  `At most ${limits.assignedAtOnce} applicants can be assigned in one request`,
  z.minLength(1, 'Name at least one applicant'),
);

/** The agents who shall visit. `count` is a maximum; without it, agents get what makes their open work equal. */
const Plan = list(
  z.strictObject({ agent_id: Positive, count: z.optional(z.int().check(z.nonnegative())) }),
  limits.agentsAtOnce,
  `At most ${limits.agentsAtOnce} agents share at once`,
  z.minLength(1, 'Choose an agent'),
  z.refine(
    (plan) => new Set(plan.map(({ agent_id }) => agent_id)).size === plan.length,
    'An agent is named twice',
  ),
  z.refine(
    (plan) => new Set(plan.map(({ count }) => count === undefined)).size <= 1,
    'Either every agent has a count or none',
  ),
);

/** Why an applicant is left as it is. */
const assignSkipReasons = ['already_assigned', 'visited', 'deleted', 'agent_inactive'] as const;
export type SkipReason = (typeof assignSkipReasons)[number];

/** An agent's part, and their number of open tasks before. */
const Share = z.object({
  agent_id: z.number(),
  agent_name: z.string(),
  open: z.number(),
  ids: z.array(z.number()),
});

export const ManyAssigned = z.object({
  shares: z.array(Share),
  skipped: z.array(z.object({ id: z.number(), because: z.enum(assignSkipReasons) })),
});
export type ManyAssigned = z.infer<typeof ManyAssigned>;

/**
 * Gives applicants without an agent to one agent, or shares them out among several by open work and by the pin codes that
 * they go to already. The applicants are named, or found by the list's filter: then `expected_count` is how many it found,
 * and 409 `count_changed` says another number in `count`. With `dry_run` nothing is changed; a filter may then find more.
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
      plan: Plan,
      dry_run: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
        'Name the applicants by ids or by a filter',
      ),
      z.refine(
        ({ filter, expected_count }) => (filter === undefined) === (expected_count === undefined),
        { error: 'A filter goes with the number that it found', path: ['expected_count'] },
      ),
    ),
  response: ManyAssigned,
});
export type ManyToAssign = z.output<typeof assignMany.body>;

/** The active agents whom the caller assigned lately, the last one first. */
export const lastAssignedAgents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/assign/',
  access: 'admin',
  response: z.object({ agent_ids: z.array(z.number()) }),
});

/** Why an assignment stands: more than a minute ago, the visit came, or something else happened since. */
const keptReasons = ['too_late', 'visited', 'changed'] as const;

/**
 * Takes the caller's own first assignments back, for 60 seconds, as long as no visit came and nothing else happened since.
 * The answer lists each one that can't be.
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
