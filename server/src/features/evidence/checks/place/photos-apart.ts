import { metresBetween } from '@doorstep/contract/visits/distance';
import { photoSubjectLabels } from '@doorstep/contract/visits/manifest';
import { formatDistance } from '../../../../domain/distance.ts';
import { isWithin, surelyApart } from '../../compare.ts';
import { type Check, describePlace } from '../../finding.ts';
import { count } from '../../format.ts';

export const photosApart: Check = {
  id: 'place.photos_apart',
  version: 1,
  find: ({ visit: { place }, photos }, { apartM, exactM }) => {
    if (!isWithin(place, exactM)) return null;
    const apart = photos
      .flatMap(({ fix, ...photo }) =>
        isWithin(fix, exactM) && surelyApart(fix, place) > apartM
          ? [{ photo, fix, metres: metresBetween(fix, place) }]
          : [],
      )
      .sort((one, two) => two.metres - one.metres);
    const [farthest] = apart;
    if (!farthest) return null;
    const { photo, fix, metres } = farthest;
    const named =
      photo.shows === ''
        ? `Photo ${photo.position + 1}`
        : `Photo ${photo.position + 1} (${photoSubjectLabels[photo.shows]})`;
    const more =
      apart.length > 1
        ? ` ${count(apart.length - 1, 'more photo')} ${apart.length === 2 ? 'was' : 'were'} far away too.`
        : '';
    return {
      level: 'look',
      sentence: `${named} was taken ${formatDistance(metres)} from the place of the visit.${more}`,
      measured: { metres: Math.round(metres), photos: apart.length },
      details: {
        photos: apart.map(({ photo: { id } }) => ({ photoId: id, otherPhotoId: null })),
        places: [
          describePlace('The visit', place),
          describePlace(`Photo ${photo.position + 1}`, fix),
        ],
      },
    };
  },
};
