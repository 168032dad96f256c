import { TriangleAlert } from 'lucide-react';
import { useSpace } from '../../lib/app/space.ts';
import { useUnsentVisits } from '../../lib/sync/queue.ts';
import { useOpenVisits } from '../../lib/visit/open-visits.ts';
import { Notice } from '../../ui/Notice.tsx';
import { sizeOf } from '../../words/format.ts';
import { useWords } from '../../words/use-words.ts';

/** Warns if storage is low, or if the browser may delete visits that are not sent yet. */
export function SpaceNotice() {
  const say = useWords();
  const space = useSpace();
  const unsent = useUnsentVisits()?.length ?? 0;
  const begun = useOpenVisits()?.size ?? 0;
  if (!space) return null;
  const isAtRisk = !space.isPersisted && unsent + begun > 0;
  if (!space.isLow && !isAtRisk) return null;
  return (
    <div className="grid gap-2 py-2">
      {space.isLow && (
        <Notice kind="warning" isNews title={say('task.low', { size: sizeOf(space.freeBytes) })}>
          {say('task.lowHint')}
        </Notice>
      )}
      {isAtRisk && (
        <p className="flex items-start gap-2 text-sm font-semibold text-warning">
          <TriangleAlert aria-hidden className="icon-small" />
          {say('task.unprotected')}
        </p>
      )}
    </div>
  );
}
