import { TriangleAlert } from 'lucide-react';
import { useSpace } from '../../lib/app/space.ts';
import { Notice } from '../../ui/Notice.tsx';
import { sizeOf } from '../../words/format.ts';
import { useWords } from '../../words/use-words.ts';

/** Warns before a visit that the phone's storage is low or not protected. */
export function SpaceNotice() {
  const say = useWords();
  const space = useSpace();
  if (!space || (space.isPersisted && !space.isLow)) return null;
  return (
    <div className="grid gap-2 py-2">
      {space.isLow && (
        <Notice kind="warning" isNews title={say('task.low', { size: sizeOf(space.freeBytes) })}>
          {say('task.lowHint')}
        </Notice>
      )}
      {!space.isPersisted && (
        <p className="flex items-start gap-2 text-sm font-semibold text-warning">
          <TriangleAlert aria-hidden className="icon-small" />
          {say('task.unprotected')}
        </p>
      )}
    </div>
  );
}
