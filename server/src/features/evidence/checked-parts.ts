import { type EvidencePart, evidenceParts } from '@doorstep/contract/evidence/checks';
import { isInIndia } from '../../domain/pins/india.ts';
import type { CheckedVerification, Place } from './checked-verification.ts';
import type { Thresholds } from './thresholds.ts';

/**
 * Lists the parts of a case (place, time, travel, photos) for which the checks have enough data. A place of
 * unknown accuracy must be in India, because coordinates elsewhere may be a placeholder.
 */
export function listCheckedParts(
  { visit, photos, pin }: CheckedVerification,
  { districtExactM, travelExactM }: Thresholds,
): EvidencePart[] {
  const { place, arrivedAt, isClockKnown } = visit;
  const isExact = ({ accuracyM }: Place, atMost: number) =>
    accuracyM !== null && accuracyM <= atMost;
  const isKnown = (one: Place) =>
    one.accuracyM === null ? isInIndia(one) : isExact(one, districtExactM);
  const parts: Record<EvidencePart, boolean> = {
    place: place !== null && pin.district !== null && isKnown(place),
    time: photos.some(({ capturedAt, takenAt }) => capturedAt !== null || takenAt !== null),
    travel: place !== null && arrivedAt !== null && isClockKnown && isExact(place, travelExactM),
    photos: photos.length > 0,
  };
  return evidenceParts.filter((part) => parts[part]);
}
