import { type PhotoSubject, photoSubjects } from '@doorstep/contract/visits/manifest';
import { Check } from 'lucide-react';
import { useWords } from '../../../words/use-words.ts';
import { useVisit } from '../visit-context.ts';

interface SubjectChipsProps {
  shows: PhotoSubject;
  onChoose: (shows: PhotoSubject) => void;
}

/** Lists the chosen subject first, then the wanted subjects that are not taken yet. */
export function SubjectChips({ shows, onChoose }: SubjectChipsProps) {
  const say = useWords();
  const { draft, plan } = useVisit();
  const taken = new Set(draft.photos.map((photo) => photo.shows));
  const { wanted } = plan.photos;
  const rank = (subject: PhotoSubject) =>
    subject === shows ? 0 : wanted.includes(subject) ? (taken.has(subject) ? 2 : 1) : 3;
  const ordered = [...photoSubjects].sort((a, b) => rank(a) - rank(b));
  return (
    <fieldset className="flex min-w-0 flex-none gap-2 overflow-x-auto px-3 py-2.5 [scrollbar-width:none]">
      <legend className="sr-only">{say('camera.subjects')}</legend>
      {ordered.map((subject) => (
        <button
          key={subject}
          type="button"
          aria-pressed={subject === shows}
          className="flex min-h-12 flex-none cursor-pointer items-center gap-1.5 rounded-full border-2 border-[#8fb0ab] px-3.5 font-semibold whitespace-nowrap aria-pressed:border-amber aria-pressed:bg-amber aria-pressed:text-on-amber"
          onClick={() => onChoose(subject)}
        >
          {taken.has(subject) && <Check aria-hidden className="icon-small" />}
          {say(`shows.${subject}`)}
        </button>
      ))}
    </fieldset>
  );
}
