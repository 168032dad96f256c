import type { mediaKinds } from './media-links.ts';
import { photoSizes } from './prepare-photo.ts';

/** The files that are stored for every picture: the original bytes, and the sizes made from them. */
export const pictureFiles = ['original', ...photoSizes] as const;
export type PictureFile = (typeof pictureFiles)[number];

const folders: Record<(typeof mediaKinds)[number], string> = {
  photo: 'photos',
  identity: 'identity',
};

/** Returns the storage key of one file of a picture. */
export function pictureKey(
  kind: (typeof mediaKinds)[number],
  id: string,
  file: PictureFile,
): string {
  return `${folders[kind]}/${id}/${file}`;
}
