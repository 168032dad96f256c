import type { User, UserDetail } from '@doorstep/contract/users';
import { type Media, signMediaLink } from '../../storage/photos/media-links.ts';
import type { UserRow } from './user-store.ts';

interface IdentityImage {
  id: string;
  kind: 'profile' | 'pan' | 'aadhaar';
}

function linkTo(secret: Uint8Array, id: string, size: Media['size']): string {
  return signMediaLink(secret, { kind: 'identity', id, size }, new Date());
}

export function asListed(
  secret: Uint8Array,
  { profile_image_id: id, ...user }: UserRow & { profile_image_id: string | null },
): User {
  return {
    ...user,
    phone: user.phone_number,
    profile_image_url: id && linkTo(secret, id, 'thumbnail'),
  };
}

export function asDetail(
  secret: Uint8Array,
  user: UserRow,
  images: IdentityImage[],
  reader: { isSuperadmin: boolean },
): UserDetail {
  const links = (kind: IdentityImage['kind']) =>
    images.filter((image) => image.kind === kind).map(({ id }) => linkTo(secret, id, 'screen'));
  return {
    ...user,
    phone: user.phone_number,
    profile_image_url: links('profile')[0] ?? null,
    pan_card_image_url: links('pan')[0] ?? null,
    aadhar_card_images: reader.isSuperadmin ? links('aadhaar').map((url) => ({ url })) : [],
  };
}
