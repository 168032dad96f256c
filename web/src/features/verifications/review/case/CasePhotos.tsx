import './CasePhotos.css';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ApiImage } from '../../../../lib/api/ApiImage.tsx';
import { formatCoordinate, formatDistance } from '../../../../lib/format.ts';
import { useSingleKeys } from '../../../../lib/single-keys.ts';
import type { CasePhoto } from './case-photos.ts';
import { PlacePicture } from './PlacePicture.tsx';
import { type CasePlace, farAway } from './place-scale.ts';
import type { CaseView } from './use-case-view.ts';

interface CasePhotosProps {
  photos: readonly CasePhoto[];
  place: CasePlace | undefined;
  view: CaseView;
  /** Lies over the photo: the case is somebody else's. */
  over: ReactNode;
}

/** The photo as large as fits, never cropped; below it what it is, and the others. */
export function CasePhotos({ photos, place, view, over }: CasePhotosProps) {
  const areKeysOn = useSingleKeys();
  const photo = photos[view.photo];
  return (
    <section className="photos" aria-label="Photos">
      <div className="well">
        {view.isPlaceLarge ? (
          place ? (
            <PlacePicture place={place} current={view.photo} className="large" />
          ) : (
            <p className="nothing">The place of this visit was not recorded.</p>
          )
        ) : photo ? (
          <Photo key={photo.url} photo={photo} view={view} />
        ) : (
          <p className="nothing">No images were sent with this verification.</p>
        )}
        {over}
      </div>
      <p className="caption">
        {view.isPlaceLarge && place ? (
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
              aria-current={index === view.photo || undefined}
              onClick={() => view.show(index)}
            >
              <span className="pic">
                <ApiImage src={one.thumbnail} alt="" />
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

function Photo({ photo, view }: { photo: CasePhoto; view: CaseView }) {
  const isZoomed = view.zoom > 0;
  const frame = useRef<HTMLDivElement>(null);
  // Zooming in goes into the middle.
  useLayoutEffect(() => {
    const {
      scrollWidth = 0,
      clientWidth = 0,
      scrollHeight = 0,
      clientHeight = 0,
    } = frame.current ?? {};
    frame.current?.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2);
  }, [view.zoom]);
  return (
    <div
      ref={frame}
      className={`frame ${isZoomed ? 'zoomed' : ''}`}
      // A part that scrolls must be reached by key.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isZoomed ? 0 : undefined}
    >
      <ApiImage
        src={photo.url}
        alt={photo.alt}
        decoding="sync"
        className={`turned-${view.turns}`}
        style={isZoomed ? { zoom: view.zoom } : undefined}
      />
    </div>
  );
}

function Caption({ photo, index, count }: { photo: CasePhoto; index: number; count: number }) {
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
      <span className="spring" />
      <span className="pixels">{photo.pixels}</span>
    </>
  );
}
