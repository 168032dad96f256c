import { createHmac, timingSafeEqual } from 'node:crypto';

export const mediaKinds = ['photo', 'identity'] as const;
export const mediaSizes = ['thumbnail', 'screen', 'original'] as const;

/** A picture the server gives out: a verification's photo or a user's identity image, in one size. */
export type Media = {
  kind: (typeof mediaKinds)[number];
  /** Lower-case letters, digits and dashes: a UUID. */
  id: string;
  size: (typeof mediaSizes)[number];
};

/** At least a working day. A link stays the same for an hour, so it lives up to one more. */
export const mediaLinkHours = 8;
const hour = 3600;
const shortestLife = mediaLinkHours * hour;

const linkPattern = new RegExp(
  `^/api/v1/media/(?<kind>${mediaKinds.join('|')})/(?<id>[a-z0-9-]{1,64})/(?<size>${mediaSizes.join('|')})` +
    '\\?expires=(?<expires>[1-9][0-9]{0,11})&signature=(?<signature>[A-Za-z0-9_-]{43})$',
);

/**
 * A relative link to a picture, good for a working day and up to an hour more: it stays the same for an hour, so that
 * browsers keep the picture.
 */
export function signMediaLink(secret: string | Uint8Array, media: Media, now: Date): string {
  const expires = Math.ceil((now.getTime() / 1000 + shortestLife) / hour) * hour;
  const link = `${pathOf(media)}?expires=${expires}&signature=${sign(secret, media, expires)}`;
  if (!linkPattern.test(link)) throw new TypeError(`No link can be made to ${pathOf(media)}`);
  return link;
}

/** The file that a link names, or the reason why it is rejected. Only the exact relative form that {@link signMediaLink} gives is read. */
export function readMediaLink(
  secret: string | Uint8Array,
  url: string,
  now: Date,
): Media | 'malformed' | 'forged' | 'expired' {
  const parts = linkPattern.exec(url)?.groups;
  if (!parts) return 'malformed';
  const media = { kind: parts.kind, id: parts.id, size: parts.size } as Media;
  const expires = Number(parts.expires);
  // The texts are compared, not the bytes they decode to: base64url would let the last character vary.
  const expected = Buffer.from(sign(secret, media, expires));
  if (!timingSafeEqual(Buffer.from(parts.signature as string), expected)) return 'forged';
  return now.getTime() / 1000 < expires ? media : 'expired';
}

function pathOf({ kind, id, size }: Media): string {
  return `/api/v1/media/${kind}/${id}/${size}`;
}

function sign(secret: string | Uint8Array, media: Media, expires: number): string {
  return createHmac('sha256', secret)
    .update(`${pathOf(media)}?expires=${expires}`)
    .digest('base64url');
}
