import type { Finding } from '@doorstep/contract/evidence/findings';
import { metresBetween } from '@doorstep/contract/visits/distance';
import { formatCoordinate, formatDistance } from '../../lib/format.ts';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { PlacePicture } from '../place/PlacePicture.tsx';
import type { CasePlace } from '../place/place-scale.ts';

/** Places of a finding farther than this many metres from the first are marked as far away. */
const far = 20;

function drawn([first, ...others]: Finding['places']): CasePlace | undefined {
  return (
    first && {
      latitude: first.latitude,
      longitude: first.longitude,
      accuracy: first.accuracy_m,
      others: others.map((point, index) => ({
        name: letterOf(index + 1),
        point,
        accuracy: point.accuracy_m,
      })),
    }
  );
}
const letterOf = (index: number) => String.fromCharCode(65 + index);

export function FindingPlaces({
  places,
  isLarge = false,
}: {
  places: Finding['places'];
  isLarge?: boolean;
}) {
  const [first] = places;
  const place = drawn(places);
  if (!first || !place) return null;
  return (
    <div className="finding-places">
      {places.length > 1 && (
        <PlacePicture
          place={place}
          far={far}
          label={`${places.map(({ label }) => label).join(', ')}, drawn to scale`}
          className={isLarge ? 'large' : ''}
        />
      )}
      {!isLarge && (
        <ul>
          {places.map((one, index) => (
            <li key={`${one.label} ${one.latitude} ${one.longitude}`}>
              <span aria-hidden className={index === 0 ? 'dot' : 'letter'}>
                {index > 0 && letterOf(index)}
              </span>
              <span>
                {one.label}
                {index > 0 && (
                  <>
                    ,{' '}
                    <b className="font-semibold">
                      {formatDistance(metresBetween(first, one))} away
                    </b>
                  </>
                )}
                {one.accuracy_m !== null && (
                  <span className="text-muted">, within {formatDistance(one.accuracy_m)}</span>
                )}
                <span className="flex items-center font-mono text-xs text-muted">
                  {coordinates(one)}
                  <CopyButton text={coordinates(one)} label={`Copy the place of ${one.label}`} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const coordinates = ({ latitude, longitude }: Finding['places'][number]) =>
  `${formatCoordinate(latitude)}, ${formatCoordinate(longitude)}`;
