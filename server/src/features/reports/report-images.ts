import type { Platform } from '../../platform/platform.ts';
import { invalid } from '../../problems.ts';
import { readMediaLink } from '../../storage/photos/media-links.ts';
import { type CasePhoto, findCasePhotos } from './report-store.ts';

const why = {
  malformed: 'is not a photo of this service',
  forged: 'is not a photo of this service',
  expired: 'has a link that is out of date: please open the verification again',
};

const refuse = (index: number, reason: string) =>
  invalid({ image_urls: [`Image ${index + 1} ${reason}.`] });

/**
 * The photos that a form's links name, in their order. Only links that we signed are honoured, nothing is ever fetched,
 * all must be of one verification, and none may come twice.
 */
export async function readReportImages(
  { db, secret }: Platform,
  urls: string[],
): Promise<CasePhoto[]> {
  const ids = urls.map((url, index) => {
    const media = readMediaLink(secret, url, new Date());
    if (typeof media === 'string') throw refuse(index, why[media]);
    if (media.kind !== 'photo') throw refuse(index, why.malformed);
    return media.id;
  });
  const known = new Map((await findCasePhotos(db, ids)).map((photo) => [photo.id, photo]));
  return ids.map((id, index) => {
    const photo = known.get(id);
    if (!photo) throw refuse(index, why.malformed);
    if (photo.verification_id !== known.get(ids[0] ?? '')?.verification_id) {
      throw refuse(index, 'belongs to another verification');
    }
    if (ids.indexOf(id) !== index)
      throw refuse(index, `is the same photo as image ${ids.indexOf(id) + 1}`);
    return photo;
  });
}
