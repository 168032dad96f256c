import type { EvidencePhoto } from '../../checked-verification.ts';
import type { Check } from '../../finding.ts';
import { count } from '../../format.ts';

/** The lengths in pixels to which messengers reduce the longest edge of a photo. */
const messengerEdges = [1280, 1600];

export const imported: Check = {
  id: 'photo.imported',
  version: 2,
  find: ({ photos }, { importedPhotos }) => {
    const bare = photos.flatMap((photo) => bareFileOf(photo) ?? []);
    const sent = bare.filter((file) => file.isNamedByMessenger || isShrunk(file));
    const screens = bare.filter((file) => isScreen(file) && !sent.includes(file));
    const number = sent.length + screens.length;
    if (importedPhotos === 0 || number < importedPhotos) return null;
    const [edge] = sent.filter(isShrunk).map(longestEdge);
    const sign =
      edge === undefined
        ? 'a file name like those of messengers'
        : `the longest edge has exactly ${edge} pixels`;
    const why =
      sent.length === 0
        ? `${count(number, 'photo')} ${number === 1 ? 'has' : 'have'} the shape of a phone’s screen and no camera data.`
        : `${count(number, 'photo')} ${number === 1 ? 'looks' : 'look'} as if sent through a messaging app: no camera data, and ${sign}.`;
    return {
      level: 'look',
      sentence: why,
      measured: { photos: number, ...(edge !== undefined && { edge_pixels: edge }) },
      details: {
        photos: [...sent, ...screens].map(({ id }) => ({ photoId: id, otherPhotoId: null })),
      },
    };
  },
};

interface BareFile {
  id: string;
  kind: string;
  width: number;
  height: number;
  isNamedByMessenger: boolean;
}

/**
 * Returns the photo's file if it has no camera data. If the app re-encoded the picture, the app's record of
 * the original file is used.
 */
function bareFileOf(photo: EvidencePhoto): BareFile | null {
  const { id, original } = photo;
  if (original) {
    const isBare = original.has_camera === false && original.taken_at === null;
    return isBare ? { ...original, id, isNamedByMessenger: original.is_named_by_messenger } : null;
  }
  const isBare = photo.source === 'file' && photo.takenAt === null && !photo.hasPlaceInFile;
  return isBare ? { ...photo, isNamedByMessenger: false } : null;
}

const longestEdge = ({ width, height }: BareFile) => Math.max(width, height);

const isShrunk = (file: BareFile) =>
  file.kind !== 'image/png' && messengerEdges.includes(longestEdge(file));

/** Whether the file looks like a screenshot: a PNG with the long shape of a phone's screen. */
const isScreen = (file: BareFile) => {
  const short = Math.min(file.width, file.height);
  return file.kind === 'image/png' && short >= 600 && longestEdge(file) / short > 1.7;
};
