import type { Photo } from '@doorstep/contract/photos';
import type { Signature } from '@doorstep/contract/visits/signature';
import { type Media, signMediaLink } from './media-links.ts';

type Links = 'url' | 'thumbnail_url' | 'original_url';

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

export function describeSignature(
  signature: (Omit<Signature, 'url'> & { picture_id: string | null }) | null,
  secret: Uint8Array,
  now: Date,
): Signature | null {
  if (!signature) return null;
  const { picture_id: id, ...answer } = signature;
  return {
    ...answer,
    url: id && signMediaLink(secret, { kind: 'photo', id, size: 'screen' }, now),
  };
}
