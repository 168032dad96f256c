import type { Platform } from '../../platform/platform.ts';
import { invalid } from '../../problems.ts';
import { readMediaLink } from '../../storage/photos/media-links.ts';
import { findVerificationPhotos, type VerificationPhoto } from './report-store.ts';

const why = {
  malformed: 'is not a photo of this service',
  forged: 'is not a photo of this service',
  expired: 'has a link that has expired: please open the verification again',
};

const reject = (index: number, reason: string) =>
  invalid({ image_urls: [`Image ${index + 1} ${reason}.`] });

/** Reads the photos' ids from the signed links, and never requests a link. */
export async function readReportImages(
  { db, secret }: Platform,
  urls: string[],
): Promise<VerificationPhoto[]> {
  const ids = urls.map((url, index) => {
    const media = readMediaLink(secret, url, new Date());
    if (typeof media === 'string') throw reject(index, why[media]);
    if (media.kind !== 'photo') throw reject(index, why.malformed);
    return media.id;
  });
  const known = new Map((await findVerificationPhotos(db, ids)).map((photo) => [photo.id, photo]));
  return ids.map((id, index) => {
    const photo = known.get(id);
    if (!photo) throw reject(index, why.malformed);
    if (photo.verification_id !== known.get(ids[0] ?? '')?.verification_id) {
      throw reject(index, 'belongs to another verification');
    }
    if (ids.indexOf(id) !== index)
      throw reject(index, `is the same photo as image ${ids.indexOf(id) + 1}`);
    return photo;
  });
}
