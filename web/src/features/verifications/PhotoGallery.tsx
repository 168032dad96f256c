import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiImage } from '../../lib/ApiImage.tsx';
import { imageUrl } from '../../lib/image-url.ts';
import { Lightbox, preloadLightbox } from '../../ui/Lightbox.tsx';
import type { ShownPhoto } from './photos.ts';

interface PhotoGalleryProps {
  photos: readonly ShownPhoto[];
  /** Offers a remove button on each photo. */
  onRemove?: (photo: ShownPhoto) => void;
  empty: ReactNode;
}

/** Small pictures in a grid; a click shows one large, with the others a key away. */
export function PhotoGallery({ photos, onRemove, empty }: PhotoGalleryProps) {
  const [shown, setShown] = useState<number>();
  if (photos.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 md:grid-cols-4">
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
                {photo.taken.time}
                <br />
                {photo.taken.place}
              </p>
            )}
            {onRemove && (
              <button
                type="button"
                aria-label={`Remove ${photo.alt.toLowerCase()}`}
                data-tip="Remove"
                onClick={() => onRemove(photo)}
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
            description: photo.taken && `${photo.taken.time} · ${photo.taken.place}`,
          }))}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
