import type { QueueRow } from '../../lib/sync/queue.ts';
import { Mark, SavedSign } from '../../ui/Marks.tsx';
import { useWords } from '../../words/use-words.ts';

export function Parts({ row }: { row: QueueRow }) {
  const say = useWords();
  const done = row.photos.filter(({ bytes, sent }) => sent >= bytes).length;
  return (
    <div
      role="img"
      aria-label={say('queue.progress', { done, of: row.photos.length })}
      className="flex items-center gap-2"
    >
      <SavedSign className="icon-small text-accent" />
      <span className="flex flex-1 gap-1">
        {row.photos.map(({ sha256, bytes, sent }) => (
          <span key={sha256} className="h-2 flex-1 overflow-hidden rounded-full bg-rule">
            <span
              className="block h-full bg-accent"
              style={{ inlineSize: `${Math.min(100, (100 * sent) / Math.max(1, bytes))}%` }}
            />
          </span>
        ))}
      </span>
      <Mark className="h-[22px] w-5 flex-none" />
    </div>
  );
}
