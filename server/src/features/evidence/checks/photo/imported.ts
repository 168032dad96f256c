import type { EvidencePhoto } from '../../case.ts';
import type { Check } from '../../finding.ts';
import { count } from '../../in-words.ts';

/** The longest edges to which messengers shrink photos. */
const messengerEdges = [1280, 1600];

/** A photo from the phone's files without anything that a camera writes: shrunk as messengers do, or a picture of a screen. */
export const imported: Check = {
  id: 'photo.imported',
  version: 1,
  find: ({ photos }, { importedPhotos }) => {
    const bare = photos.filter(
      ({ source, takenAt, hasPlaceInFile }) =>
        source === 'file' && takenAt === null && !hasPlaceInFile,
    );
    const shrunk = bare.filter(isShrunk);
    const screens = bare.filter(isScreen);
    const number = shrunk.length + screens.length;
    if (number === 0 || number < importedPhotos) return null;
    const [edge] = shrunk.map(({ width, height }) => Math.max(width, height));
    const why =
      edge === undefined
        ? `${count(screens.length, 'photo')} in the shape of a phone’s screen, with no camera data.`
        : `${count(number, 'photo')} came through a messenger: no camera data, longest edge exactly ${edge} pixels.`;
    return {
      level: 'look',
      sentence: why,
      measured: { photos: number, ...(edge !== undefined && { edge_pixels: edge }) },
      beside: {
        photos: [...shrunk, ...screens].map(({ id }) => ({ photoId: id, otherPhotoId: null })),
      },
    };
  },
};

const isShrunk = ({ kind, width, height }: EvidencePhoto) =>
  kind !== 'image/png' && messengerEdges.includes(Math.max(width, height));

/** Screens are narrower than any camera's picture. */
const isScreen = ({ kind, width, height }: EvidencePhoto) =>
  kind === 'image/png' &&
  Math.min(width, height) >= 600 &&
  Math.max(width, height) / Math.min(width, height) > 1.7;
