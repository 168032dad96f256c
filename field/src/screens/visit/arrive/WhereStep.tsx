import { CircleAlert, CircleCheck, LoaderCircle, MapPinOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { goBack } from '../../../lib/address.ts';
import { findMetresToArea } from '../../../lib/place/far-from-area.ts';
import { usePlace } from '../../../lib/place/use-place.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choices } from '../../../ui/Choices.tsx';
import { PlacePin } from '../../../ui/Marks.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { timeOf } from '../../../words/format.ts';
import { useWords, type WordKey } from '../../../words/use-words.ts';
import { CardButton } from '../../CardButton.tsx';
import { metresOf } from '../metres.ts';
import { useHowToAllow } from '../use-how-to-allow.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';

const colors = { good: 'text-positive', fair: 'text-warning', poor: 'text-danger' } as const;
/** The English text is stored, because the office reads it. */
const reasons = [
  ['Inside a building', 'where.inside'],
  ['Narrow lane', 'where.narrow'],
  ['Weather', 'where.weather'],
  ['Not known', 'where.unknown'],
] as const satisfies readonly (readonly [string, WordKey])[];

/** The milliseconds for which a good place is shown before the visit continues. */
const shownFor = 1_000;

export function WhereStep() {
  const say = useWords();
  const { draft, save, goOn } = useVisit();
  const { place, quality, state, again } = usePlace(draft);
  const [isLookedAgain, setLookedAgain] = useState(false);
  const howToAllow = useHowToAllow('Location');
  const isSearching = state === 'searching';
  const asksWhy = !isSearching && quality !== 'good' && quality !== 'fair';
  const metresFar = findMetresToArea(draft.task, place);
  const isFar = metresFar !== null;
  const isThere = state === 'good enough' && place !== null && !isFar && !isLookedAgain;
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => goOn('where');
  });
  useEffect(() => {
    if (!isThere) return undefined;
    const timer = setTimeout(() => leave.current(), shownFor);
    // Stays on this screen after a touch or a key press, because the agent may want to change something.
    const stay = () => clearTimeout(timer);
    addEventListener('pointerdown', stay);
    addEventListener('keydown', stay);
    return () => {
      stay();
      removeEventListener('pointerdown', stay);
      removeEventListener('keydown', stay);
    };
  }, [isThere]);
  const lookAgain = () => {
    setLookedAgain(true);
    again();
  };
  return (
    <VisitFrame step="where" isLow>
      <Heading>{say('where')}</Heading>
      {!asksWhy && !isFar && <Rings metres={place?.accuracy_m} quality={quality} />}
      {place && quality && (
        <div
          className={`grid justify-items-center gap-0.5 text-center ${asksWhy || isFar ? 'my-3' : ''}`}
        >
          <p role="status" className="grid justify-items-center gap-0.5">
            <b className="text-3xl leading-tight">{metresOf(place.accuracy_m, say)}</b>
            <span className={`flex items-center gap-1.5 font-semibold ${colors[quality]}`}>
              {quality === 'poor' ? (
                <CircleAlert aria-hidden className="icon-small" />
              ) : (
                <CircleCheck aria-hidden className="icon-small" />
              )}
              {say(`where.${quality}`)}
            </span>
          </p>
          <span className="text-sm text-muted">
            {isSearching
              ? say('where.searching')
              : say('where.taken', { time: timeOf(say.language, place.at) })}
          </span>
        </div>
      )}
      {!place && (
        <div role="status" className={`grid gap-1 ${asksWhy ? 'mt-2 mb-3' : 'text-center'}`}>
          <p className="flex items-center justify-center gap-2 text-lg font-semibold">
            {isSearching ? (
              <LoaderCircle aria-hidden className="icon-small animate-spin text-accent" />
            ) : (
              <MapPinOff aria-hidden className="icon text-warning" />
            )}
            {say(
              isSearching ? 'where.searching' : state === 'denied' ? 'where.denied' : 'where.none',
            )}
          </p>
          <p
            className={`text-center text-balance ${state === 'denied' ? '' : 'text-sm text-muted'}`}
          >
            {state === 'denied'
              ? `${howToAllow} ${say('where.deniedHint')}`
              : say(isSearching ? 'where.searchingHint' : 'where.noneHint')}
          </p>
        </div>
      )}
      <Button kind="text" className="self-center" onClick={lookAgain}>
        {say('where.again')}
      </Button>
      <CardButton className="self-center" />
      {isFar && <FarQuestion metres={metresFar} />}
      {asksWhy && state !== 'denied' && (
        <div className="to-thumb grid gap-2">
          <h2 className="font-semibold">{say('where.poorWhy')}</h2>
          <Choices
            label={say('where.poorWhy')}
            choices={reasons.map(([value, key]) => ({ value, label: say(key) }))}
            chosen={[draft.placeReason]}
            isDense
            onChoose={(placeReason) => void save((before) => ({ ...before, placeReason }))}
          />
        </div>
      )}
    </VisitFrame>
  );
}

/** The question is optional: *Next* works without an answer. */
function FarQuestion({ metres }: { metres: number }) {
  const say = useWords();
  const { draft, save } = useVisit();
  const words = say('where.far', { km: Math.round(metres / 1_000), pin: draft.task.pin_code });
  const answer = async (farAnswer: 'anyway' | 'notYet') => {
    const changed = await save((before) => ({ ...before, farAnswer }));
    if (changed && farAnswer === 'notYet') goBack(`/task/${draft.task.id}`);
  };
  return (
    <div className="to-thumb grid gap-2">
      <Notice kind="warning" isNews title={words} />
      <Choices
        label={words}
        choices={[
          { value: 'anyway', label: say('where.farYes') },
          { value: 'notYet', label: say('door.notYet') },
        ]}
        chosen={draft.farAnswer ? [draft.farAnswer] : []}
        isDense
        onChoose={(choice) => void answer(choice)}
      />
    </div>
  );
}

/**
 * Returns the radius of a circle in the drawing. It grows with the square root of the metres, so that the
 * circle of 5 m can be seen and the circle of 100 m fits.
 */
const radiusOf = (metres: number) => Math.min(112, 11.2 * Math.sqrt(metres));

const fills = {
  good: 'fill-positive-soft stroke-positive',
  fair: 'fill-warning-soft stroke-warning',
  poor: 'fill-danger-soft stroke-danger',
} as const;

function Rings({
  metres,
  quality,
}: {
  metres: number | undefined;
  quality: keyof typeof fills | null;
}) {
  const say = useWords();
  const rings = [100, 30] as const;
  return (
    <svg aria-hidden viewBox="-118 -118 236 236" className="if-room m-auto block size-[232px]">
      {rings.map((ring) => (
        <circle
          key={ring}
          r={radiusOf(ring)}
          className="fill-none stroke-edge stroke-[1.5]"
          strokeDasharray="2 6"
        />
      ))}
      {metres !== undefined && quality && (
        <circle r={radiusOf(metres)} className={`stroke-3 ${fills[quality]}`} />
      )}
      {rings.map((ring) => (
        <text
          key={ring}
          y={5 - radiusOf(ring)}
          textAnchor="middle"
          fontSize="13"
          className="fill-muted stroke-paper stroke-6 [paint-order:stroke]"
        >
          {metresOf(ring, say)}
        </text>
      ))}
      {metres !== undefined && <PlacePin x={-14} y={-36} width={28} height={36} />}
    </svg>
  );
}
