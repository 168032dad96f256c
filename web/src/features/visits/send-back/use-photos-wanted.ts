import { type PhotoSubject, photoSubjects } from '@doorstep/contract/visits/manifest';
import type { SendBackReason } from '@doorstep/contract/visits/send-back';
import { useState } from 'react';

/** The photo that a reason asks for by default. */
const wantedBy: Partial<Record<SendBackReason, PhotoSubject>> = {
  nameplate_missing: 'nameplate',
  person_not_identified: 'person',
};

/**
 * Returns the photos that the agent must take again: the photos of the reasons, unless the user chose
 * otherwise. The reason "photo unclear" asks for the shown photo, whose subject is `shown`.
 */
export function usePhotosWanted(reasons: readonly SendBackReason[], shown?: string) {
  const [byHand, setByHand] = useState<Partial<Record<PhotoSubject, boolean>>>({});
  const asked = reasons.map((one) => (one === 'photo_unclear' ? shown : wantedBy[one]));
  const wanted = photoSubjects.filter((one) => byHand[one] ?? asked.includes(one));
  const toggle = (one: PhotoSubject) => setByHand({ ...byHand, [one]: !wanted.includes(one) });
  return { wanted, toggle };
}
