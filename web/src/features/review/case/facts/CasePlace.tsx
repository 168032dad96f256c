import './CasePlace.css';
import { digipinOf } from '@doorstep/contract/visits/digipin';
import type { Visit } from '@doorstep/contract/visits/visit';
import type { CasePhoto } from '../../../../domain/photos/case-photos.ts';
import { PlacePicture } from '../../../../domain/place/PlacePicture.tsx';
import { farAway, placeOf } from '../../../../domain/place/place-scale.ts';
import type { LooseVerification } from '../../../../domain/verifications/loose-verification.ts';
import { formatCoordinate, formatDistance } from '../../../../lib/format.ts';

export function CasePlace({
  verification,
  visit,
  photos,
  photo,
}: {
  verification: LooseVerification;
  visit: Visit | undefined;
  photos: readonly CasePhoto[];
  photo: number;
}) {
  const place = placeOf(verification, visit?.accuracy_m ?? null, photos);
  const reason = visit?.place_reason && `The agent: ${visit.place_reason}`;
  if (!place) return reason ? <p className="part">Place not recorded. {reason}</p> : null;
  const far = photos.flatMap(({ distance }, index) =>
    distance !== undefined && distance > farAway ? [{ number: index + 1, distance }] : [],
  );
  const near = photos.flatMap(({ distance }) =>
    distance !== undefined && distance <= farAway ? [distance] : [],
  );
  const digipin = digipinOf(place.latitude, place.longitude);
  const unknown = photos.filter(({ distance }) => distance === undefined).length;
  return (
    <div className="part place">
      <PlacePicture place={place} current={String(photo + 1)} />
      <ul>
        <li className="is-visit">
          Visit ended here
          {place.accuracy !== null && `, accurate to ${Math.round(place.accuracy)} m`}
        </li>
        {reason && <li className="text-muted">{reason}</li>}
        {far.map(({ number, distance }) => (
          <li key={number} className="is-far">
            Photo {number}: {formatDistance(distance)} away
          </li>
        ))}
        {near.length > 0 && (
          <li className="is-photo">
            {near.length === photos.length
              ? 'All photos'
              : `${near.length} of ${photos.length} photos`}{' '}
            within {formatDistance(Math.max(1, ...near))}
          </li>
        )}
        {unknown > 0 && (
          <li className="is-unknown">
            {unknown === photos.length
              ? 'No photo has a recorded place'
              : `${unknown} without a recorded place`}
          </li>
        )}
        <li className="font-mono text-xs text-muted">
          {formatCoordinate(place.latitude)}, {formatCoordinate(place.longitude)}
        </li>
        {digipin && <li className="font-mono text-xs text-muted">DIGIPIN {digipin}</li>}
      </ul>
    </div>
  );
}
