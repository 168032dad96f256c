import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ApiImage } from '../../lib/api/ApiImage.tsx';
import { imageUrl } from '../../lib/api/image-url.ts';
import { formatDistance } from '../../lib/format.ts';
import { Lightbox, preloadLightbox } from '../../ui/photo/Lightbox.tsx';
import type { ShownPhoto } from './photos.ts';

interface PhotoGalleryProps {
  photos: readonly ShownPhoto[];
  onRemove?: (photo: ShownPhoto) => void;
  empty: ReactNode;
}

export function PhotoGallery({ photos, onRemove, empty }: PhotoGalleryProps) {
  const [shown, setShown] = useState<number>();
  const { ref, removed } = useFocusAfterRemoval(photos.length);
  if (photos.length === 0) {
    return (
      <p ref={ref} tabIndex={-1} className="text-muted">
        {empty}
      </p>
    );
  }
  return (
    <>
      <ul ref={ref} className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
        {photos.map((photo, index) => (
          <li key={photo.url} className="relative">
            <button
              type="button"
              aria-label={`Enlarge ${photo.alt.toLowerCase()}`}
              onPointerEnter={preloadLightbox}
              onClick={() => setShown(index)}
              className="block w-full overflow-hidden rounded-md border border-rule bg-sunken hover:border-edge"
            >
              <ApiImage
                src={photo.thumbnail}
                alt={photo.alt}
                loading="lazy"
                className="aspect-4/3 w-full object-cover"
              />
            </button>
            {photo.taken && (
              <p className="mt-1 text-xs leading-4 text-muted">
                {photo.shows && (
                  <>
                    <span className="text-ink">{photo.shows}</span>
                    <br />
                  </>
                )}
                {photo.taken.time}
                <br />
                {photo.taken.place}
                {photo.distance !== undefined && (
                  <>
                    <br />
                    {formatDistance(photo.distance)} from the visit
                  </>
                )}
              </p>
            )}
            {onRemove && (
              <button
                type="button"
                aria-label={`Remove ${photo.alt.toLowerCase()}`}
                data-tip="Remove"
                data-remove
                onClick={({ detail }) => {
                  // Ignores the second click of a double-click, which would remove the next photo.
                  if (detail > 1) return;
                  removed(index);
                  onRemove(photo);
                }}
                className="absolute end-1.5 top-1.5 grid size-7 place-items-center rounded-md border border-rule bg-panel text-ink hover:text-danger"
              >
                <X aria-hidden className="size-4" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Lightbox
          index={shown}
          slides={photos.map((photo) => ({
            src: imageUrl(photo.url),
            alt: photo.alt,
            title: photo.alt,
            description:
              photo.taken &&
              [photo.shows, photo.taken.time, photo.taken.place].filter(Boolean).join(' · '),
          }))}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

/** After a removal, moves the focus to the next photo's button, or to `frame` if no photo is left. */
function useFocusAfterRemoval(count: number) {
  const frame = useRef<HTMLElement>(null);
  const place = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (place.current === undefined) return;
    const buttons = frame.current?.querySelectorAll<HTMLElement>('[data-remove]');
    const button = buttons?.[Math.min(place.current, count - 1)];
    (button ?? frame.current)?.focus();
    place.current = undefined;
  }, [count]);
  return {
    ref: (element: HTMLElement | null) => {
      frame.current = element;
    },
    removed: (index: number) => {
      place.current = index;
    },
  };
}
