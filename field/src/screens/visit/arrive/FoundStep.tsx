import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import {
  DoorClosedLocked,
  Hand,
  type LucideIcon,
  MapPinOff,
  MessageSquareOff,
  TriangleAlert,
  Truck,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react';
import { isDetour } from '../../../lib/address.ts';
import { Heading } from '../../../ui/Screen.tsx';
import { Tile } from '../../../ui/Tile.tsx';
import { useWords } from '../../../words/use-words.ts';
import { isConclusive, missingPhotos, planOf } from '../steps.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';

/** Outcomes that belong together are next to each other. */
const outcomes: readonly (readonly [VisitOutcome, LucideIcon])[] = [
  ['met', UserRoundCheck],
  ['locked', DoorClosedLocked],
  ['refused', MessageSquareOff],
  ['entry_refused', Hand],
  ['shifted', Truck],
  ['no_such_person', UserRoundX],
  ['untraceable', MapPinOff],
  ['unsafe', TriangleAlert],
];

export function FoundStep() {
  const say = useWords();
  const { draft, save, go, goOn } = useVisit();
  const choose = async (outcome: VisitOutcome) => {
    const changed = await save((before) =>
      before.outcome === outcome
        ? before
        : { ...before, outcome, isFinal: isConclusive(outcome) ? true : null, tryAgainAt: null },
    );
    if (!changed) return;
    const [first] = missingPhotos(changed, planOf(changed)).subjects;
    if (first && changed.photos.length === 0 && !isDetour()) {
      // Adds the list of photos to the history, because Back from the camera leads to this list.
      go('photos');
      go('camera', first);
    } else goOn('found', changed);
  };
  return (
    <VisitFrame
      step="found"
      isLow
      className="px-4 pt-3.5 pb-2"
      {...(draft.outcome === null && { actions: <span /> })}
    >
      <Heading>{say('found')}</Heading>
      <fieldset className="mt-3 grid flex-1 auto-rows-fr grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
        <legend className="sr-only">{say('found')}</legend>
        {outcomes.map(([outcome, icon]) => (
          <Tile
            key={outcome}
            icon={icon}
            label={say(`found.${outcome}`)}
            isChosen={draft.outcome === outcome}
            onClick={() => void choose(outcome)}
          />
        ))}
      </fieldset>
    </VisitFrame>
  );
}
