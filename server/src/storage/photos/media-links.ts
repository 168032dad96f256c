import { createHmac, timingSafeEqual } from 'node:crypto';

export const mediaKinds = ['photo', 'identity'] as const;
export const mediaSizes = ['thumbnail', 'screen', 'original'] as const;

/** A picture in one size: a photo or a signature of a visit (`photo`), or an identity image of a user. */
export type Media = {
  kind: (typeof mediaKinds)[number];
  /** A UUID: lower-case letters, digits and dashes. */
  id: string;
  size: (typeof mediaSizes)[number];
};

/**
 * The minimum validity of a link: a working day. A link may be valid for up to an hour longer, because all
 * links of one hour expire together.
 */
export const mediaLinkHours = 8;
const hour = 3600;
const shortestLife = mediaLinkHours * hour;

const linkPattern = new RegExp(
  `^/api/v1/media/(?<kind>${mediaKinds.join('|')})/(?<id>[a-z0-9-]{1,64})/(?<size>${mediaSizes.join('|')})` +
    '\\?expires=(?<expires>[1-9][0-9]{0,11})&signature=(?<signature>[A-Za-z0-9_-]{43})$',
);

/** Returns a relative link. The link stays the same for an hour, so that browsers can cache the picture. */
export function signMediaLink(secret: string | Uint8Array, media: Media, now: Date): string {
  const expires = Math.ceil((now.getTime() / 1000 + shortestLife) / hour) * hour;
  const link = `${pathOf(media)}?expires=${expires}&signature=${sign(secret, media, expires)}`;
  if (!linkPattern.test(link)) throw new TypeError(`No link can be made to ${pathOf(media)}`);
  return link;
}

/**
 * Returns the picture that a link names, or why the link is rejected. Only the exact form that
 * {@link signMediaLink} returns is accepted.
 */
export function readMediaLink(
  secret: string | Uint8Array,
  url: string,
  now: Date,
): Media | 'malformed' | 'forged' | 'expired' {
  const parts = linkPattern.exec(url)?.groups;
  if (!parts) return 'malformed';
  const media = { kind: parts.kind, id: parts.id, size: parts.size } as Media;
  const expires = Number(parts.expires);
  // Compares the texts, because several texts in base64url, with other last characters, have the same bytes.
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
