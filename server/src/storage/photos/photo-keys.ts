import type { mediaKinds } from './media-links.ts';
import { photoSizes } from './prepare-photo.ts';

export const pictureFiles = ['original', ...photoSizes] as const;
export type PictureFile = (typeof pictureFiles)[number];

const folders: Record<(typeof mediaKinds)[number], string> = {
  photo: 'photos',
  identity: 'identity',
};

export function pictureKey(
  kind: (typeof mediaKinds)[number],
  id: string,
  file: PictureFile,
): string {
  return `${folders[kind]}/${id}/${file}`;
}
