import './CasePhotos.css';
import type { Finding } from '@doorstep/contract/evidence/findings';
import type { EvidenceLevel } from '@doorstep/contract/evidence/levels';
import type { ReactNode } from 'react';
import { LevelSign } from '../../../../domain/evidence/LevelBadge.tsx';
import type { CasePhoto as Shown } from '../../../../domain/photos/case-photos.ts';
import { PlacePicture } from '../../../../domain/place/PlacePicture.tsx';
import { type CasePlace, farAway } from '../../../../domain/place/place-scale.ts';
import type { LooseVerification } from '../../../../domain/verifications/loose-verification.ts';
import { ApiImage } from '../../../../lib/api/ApiImage.tsx';
import { formatCoordinate, formatDistance } from '../../../../lib/format.ts';
import { useSingleKeys } from '../../../../lib/single-keys.ts';
import { KeyCap } from '../../../../ui/button/KeyCap.tsx';
import type { CaseView } from '../use-case-view.ts';
import { CasePhoto } from './CasePhoto.tsx';
import { FindingLarge } from './FindingLarge.tsx';

interface CasePhotosProps {
  verification: LooseVerification;
  photos: readonly Shown[];
  /** The findings that are not dismissed. */
  findings: readonly Finding[];
  place: CasePlace | undefined;
  view: CaseView;
  /** The content that covers the photo, for example the message that another reviewer has the case. */
  over: ReactNode;
}

export function CasePhotos({ verification, photos, findings, place, view, over }: CasePhotosProps) {
  const areKeysOn = useSingleKeys();
  const photo = photos[view.photo];
  const finding = view.evidence && findings.find(({ check }) => check === view.evidence?.check);
  const levels = levelsOf(verification, findings);
  return (
    <section className="photos" aria-label="Photos">
      <div className="well">
        {finding ? (
          <FindingLarge finding={finding} verification={verification} view={view} />
        ) : view.isPlaceLarge ? (
          place ? (
            <PlacePicture place={place} current={String(view.photo + 1)} className="large" />
          ) : (
            <p className="nothing">The place of this visit was not recorded.</p>
          )
        ) : photo ? (
          <CasePhoto key={photo.url} url={photo.url} alt={photo.alt} view={view} />
        ) : (
          <p className="nothing">This verification has no images.</p>
        )}
        {over}
      </div>
      <p className="caption">
        {finding ? (
          <>
            <b>{view.evidence?.isAlone ? 'Photo of the other case' : 'Evidence of the finding'}</b>
            {areKeysOn && (
              <span className="pixels flex items-center gap-2">
                <KeyCap aria-hidden>Esc</KeyCap> back
              </span>
            )}
          </>
        ) : view.isPlaceLarge && place ? (
          <>
            <b>Place</b>
            <span className="font-mono">
              {formatCoordinate(place.latitude)}, {formatCoordinate(place.longitude)}
            </span>
          </>
        ) : (
          photo && <Caption photo={photo} index={view.photo} count={photos.length} />
        )}
      </p>
      <ul className="strip" aria-label="All photos">
        {photos.map((one, index) => (
          <li key={one.url}>
            <button
              type="button"
              className="thumb"
              aria-current={(index === view.photo && !view.evidence) || undefined}
              onClick={() => view.show(index)}
            >
              <span className="pic">
                <ApiImage src={one.thumbnail} alt="" />
                {levels[index] && (
                  <span className={`doubt is-${levels[index]}`}>
                    <LevelSign level={levels[index]} />
                  </span>
                )}
                {areKeysOn && index < 9 && (
                  <span aria-hidden className="number">
                    {index + 1}
                  </span>
                )}
              </span>
              <span className="says">
                <span>{one.label}</span>
                {one.time && <time>{one.time.replace(/ [AP]M$/, '')}</time>}
              </span>
              <span className="sr-only">
                {index + 1} of {photos.length}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function levelsOf(
  { photos = [] }: LooseVerification,
  findings: readonly Finding[],
): (EvidenceLevel | undefined)[] {
  // `find` returns the worst finding, because the server sorts the findings by level.
  return photos.map(
    ({ id }) => findings.find((one) => one.photos.some(({ photo_id }) => photo_id === id))?.level,
  );
}

function Caption({ photo, index, count }: { photo: Shown; index: number; count: number }) {
  const { distance, label } = photo;
  return (
    <>
      <b>
        {index + 1} of {count}
      </b>
      {label !== `Photo ${index + 1}` && <b>{label}</b>}
      <span>{photo.taken ?? 'Time not recorded'}</span>
      {distance !== undefined && (
        <span className={distance > farAway ? 'far' : ''}>
          {formatDistance(distance)} from the visit
        </span>
      )}
      {photo.isCropped && <span>Cropped by the agent</span>}
      <span className="spring" />
      <span className="pixels">{photo.pixels}</span>
    </>
  );
}
