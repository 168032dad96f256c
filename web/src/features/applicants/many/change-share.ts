import type { ManyAssigned, SkipReason } from '@doorstep/contract/applicants/assign-many';

/**
 * A preview that the user can change. `spare` are the applicants that the user took back from an agent,
 * with their revisions.
 */
export type Editable<Preview extends ManyAssigned = ManyAssigned> = Preview & {
  spare?: { id: number; revision?: string | undefined }[];
};

const isFree = (because: SkipReason) => because === 'outside_areas' || because === 'no_capacity';

/** Returns the most that an agent can get: their own, what was taken from others, and what was proposed for no agent. */
export function mostOf({ shares, spare = [], skipped, from }: Editable, agent: number): number {
  const free = from ? 0 : skipped.filter(({ because }) => isFree(because)).length;
  return (shares[agent]?.ids.length ?? 0) + spare.length + free;
}

/** Gives an agent of a preview another number: the last applicants become spare, or spare ones are added. */
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
    // In a move, applicants without a proposed agent have no revision here and stay.
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
