import type { Visit } from '@doorstep/contract/visits/office';
import { describePhoto } from '../../../storage/photos/describe-photo.ts';
import type { VisitRecord } from './visit-list-store.ts';

const noFindings: Visit['findings'] = {
  neighbour1_name: '',
  neighbour1_address: '',
  neighbour1_feedback: '',
  neighbour2_name: '',
  neighbour2_address: '',
  neighbour2_feedback: '',
  remark: '',
  verification_address: '',
};

/** A visit as the wire knows it, its photos' links signed for this moment. */
export function describeVisit(
  { findings: found, ...record }: VisitRecord,
  secret: Uint8Array,
  now = new Date(),
): Visit {
  const { overall_observation = null, ...findings } = found;
  return {
    ...record,
    overall_observation,
    findings: { ...noFindings, ...findings },
    photos: record.photos.map((photo) => describePhoto(photo, secret, now)),
  };
}
