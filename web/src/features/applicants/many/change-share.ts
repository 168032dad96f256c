import type { ManyAssigned, SkipReason } from '@doorstep/contract/applicants/assign-many';

/**
 * A preview that the user can change. `spare` contains the applicants that the user took from an agent and
 * gave to no other, each with its revision.
 */
export type Editable<Preview extends ManyAssigned = ManyAssigned> = Preview & {
  spare?: { id: number; revision?: string | undefined }[];
};

const isFree = (because: SkipReason) => because === 'outside_areas' || because === 'no_capacity';

/**
 * Returns the maximum number of applicants for an agent: the agent's own, the spare ones and, unless this is
 * a move (`from`), those for whom the server found no agent.
 */
export function mostOf({ shares, spare = [], skipped, from }: Editable, agent: number): number {
  const free = from ? 0 : skipped.filter(({ because }) => isFree(because)).length;
  return (shares[agent]?.ids.length ?? 0) + spare.length + free;
}

/**
 * Sets how many applicants an agent gets. If fewer, the others become spare. If more, the agent gets spare
 * applicants first, then those for whom the server found no agent.
 */
export function changeShare<Preview extends ManyAssigned>(
  preview: Editable<Preview>,
  agent: number,
  wanted: number,
): Editable<Preview> {
  const share = preview.shares[agent];
  if (!share) return preview;
  const own = share.ids.map((id, index) => ({ id, revision: share.revisions?.[index] }));
  const count = Math.max(0, Math.min(wanted, mostOf(preview, agent)));
  const spare = [...(preview.spare ?? []), ...own.slice(count)];
  const missing = Math.max(0, count - own.length);
  const added = [
    ...spare.splice(0, missing),
    // Not reached in a move, because `mostOf` then doesn't count these applicants, which have no revision.
    ...preview.skipped
      .filter(({ because }) => isFree(because))
      .map(({ id }) => ({ id, revision: undefined })),
  ].slice(0, missing);
  const next = [...own.slice(0, count), ...added];
  const taken = new Set(added.map(({ id }) => id));
  const shares = preview.shares.with(agent, {
    ...share,
    ids: next.map(({ id }) => id),
    ...(share.revisions && { revisions: next.map(({ revision }) => revision ?? '') }),
  });
  return {
    ...preview,
    shares,
    spare,
    skipped: preview.skipped.filter(({ id }) => !taken.has(id)),
  };
}
