import { CircleAlert, CircleCheck, LoaderCircle, MapPinOff } from 'lucide-react';
import { usePlace } from '../../../lib/place/use-place.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choices } from '../../../ui/Choices.tsx';
import { PlacePin } from '../../../ui/Marks.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { timeOf } from '../../../words/format.ts';
import { useWords, type WordKey } from '../../../words/use-words.ts';
import { metresOf } from '../metres.ts';
import { useHowToAllow } from '../use-how-to-allow.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';

const colors = { good: 'text-positive', fair: 'text-warning', poor: 'text-danger' } as const;
/** The English words are stored, for the office. */
const reasons = [
  ['Inside a building', 'where.inside'],
  ['Narrow lane', 'where.narrow'],
  ['Weather', 'where.weather'],
  ['Not known', 'where.unknown'],
] as const satisfies readonly (readonly [string, WordKey])[];

/** Finds the place. The visit can go on without one. */
export function WhereStep() {
  const say = useWords();
  const { draft, save } = useVisit();
  const { place, quality, state, again } = usePlace(draft);
  const howToAllow = useHowToAllow('Location');
  const isSearching = state === 'searching';
  const asksWhy = !isSearching && quality !== 'good' && quality !== 'fair';
  return (
    <VisitFrame step="where" isLow>
      <Heading>{say('where')}</Heading>
      {!asksWhy && <Rings metres={place?.accuracy_m} quality={quality} />}
      {place && quality && (
        <div className={`grid justify-items-center gap-0.5 text-center ${asksWhy ? 'my-3' : ''}`}>
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
      <Button kind="text" className="self-center" onClick={again}>
        {say('where.again')}
      </Button>
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

/** Radius in the drawing: the square root of the metres, so that 5 m can be seen and 100 m fits. */
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
