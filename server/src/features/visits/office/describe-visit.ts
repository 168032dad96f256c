import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import type { Visit } from '@doorstep/contract/visits/visit';
import { placeReasonIn, recordedOutcome } from '../../../domain/visits/visit-rows.ts';
import { describePhoto, describeSignature } from '../../../storage/photos/describe-photo.ts';
import type { VisitRecord } from './visit-list-store.ts';

export function describeVisit(
  { statement: found, manifest, ...record }: VisitRecord,
  secret: Uint8Array,
  now = new Date(),
): Visit {
  const { overall_observation = null, ...statement } = found;
  const place_reason = placeReasonIn(manifest);
  return {
    ...record,
    outcome: recordedOutcome(record),
    ...(place_reason !== '' && { place_reason }),
    overall_observation,
    statement: { ...nothingFound, ...statement },
    photos: record.photos.map((photo) => describePhoto(photo, secret, now)),
    signature: describeSignature(record.signature, secret, now),
  };
}
