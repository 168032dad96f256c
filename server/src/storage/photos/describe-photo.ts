import type { Photo } from '@doorstep/contract/photos';
import { type Media, signMediaLink } from './media-links.ts';

type Links = 'url' | 'thumbnail_url' | 'original_url';

/** A photo as the wire knows it, its links signed for this moment. */
export function describePhoto(photo: Omit<Photo, Links>, secret: Uint8Array, now: Date): Photo {
  const link = (size: Media['size']) =>
    signMediaLink(secret, { kind: 'photo', id: photo.id, size }, now);
  return {
    ...photo,
    url: link('screen'),
    thumbnail_url: link('thumbnail'),
    original_url: link('original'),
  };
}
