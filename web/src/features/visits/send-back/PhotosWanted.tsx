import {
  type PhotoSubject,
  photoSubjectLabels,
  photoSubjects,
} from '@doorstep/contract/visits/manifest';
import { Check, Plus } from 'lucide-react';
import { useSingleKeys } from '../../../lib/single-keys.ts';
import { KeyCap } from '../../../ui/button/KeyCap.tsx';

interface PhotosWantedProps {
  wanted: readonly PhotoSubject[];
  onToggle: (subject: PhotoSubject) => void;
  keys?: Record<PhotoSubject, string> | undefined;
}

export function PhotosWanted({ wanted, onToggle, keys }: PhotosWantedProps) {
  const areKeysOn = useSingleKeys() && keys !== undefined;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm">
        <span className="font-semibold">Photos wanted</span>
        {wanted.length === 0 && (
          <span className="text-muted"> no photo chosen: the agent takes all photos again</span>
        )}
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {photoSubjects.map((subject) => {
          const isWanted = wanted.includes(subject);
          const Sign = isWanted ? Check : Plus;
          return (
            <button
              key={subject}
              type="button"
              // Uses a button, because the desk's shortcuts are off inside inputs.
              role="checkbox"
              aria-checked={isWanted}
              aria-keyshortcuts={areKeysOn ? keys[subject] : undefined}
              onClick={() => onToggle(subject)}
              className={`inline-flex min-h-7 items-center gap-1.5 rounded-md border px-1.5 text-sm whitespace-nowrap max-[1100px]:min-h-12 max-[1100px]:px-2.5 ${isWanted ? 'border-accent bg-accent-soft' : 'border-edge/60 hover:bg-hover'}`}
            >
              {areKeysOn && (
                <KeyCap
                  aria-hidden
                  className={isWanted ? 'border-accent! bg-accent! text-on-accent!' : ''}
                >
                  {keys[subject]}
                </KeyCap>
              )}
              <Sign
                aria-hidden
                className={`size-3.5 ${isWanted ? 'text-accent' : 'text-muted'}`}
                strokeWidth={2.5}
              />
              {photoSubjectLabels[subject]}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
