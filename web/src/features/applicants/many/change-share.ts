import type { ManyAssigned, SkipReason } from '@doorstep/contract/applicants/assign-many';

/**
 * A preview that the user can change. `spare` contains the applicants that the user took from an agent,
 * each with its revision.
 */
export type Editable<Preview extends ManyAssigned = ManyAssigned> = Preview & {
  spare?: { id: number; revision?: string | undefined }[];
};

const isFree = (because: SkipReason) => because === 'outside_areas' || because === 'no_capacity';

/**
 * Returns how many applicants an agent can get at most: the agent's own and the spare ones. Unless the
 * applicants are moved, the agent can also get those without a proposed agent.
 */
export function mostOf({ shares, spare = [], skipped, from }: Editable, agent: number): number {
  const free = from ? 0 : skipped.filter(({ because }) => isFree(because)).length;
  return (shares[agent]?.ids.length ?? 0) + spare.length + free;
}

/**
 * Sets how many applicants an agent gets. Applicants taken away become spare. Additional applicants come
 * from the spare ones first.
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
    // A move never adds these applicants, because `mostOf` excludes them: they have no revision.
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
