import { type PhotoSubject, photoSubjects } from '@doorstep/contract/visits/manifest';
import type { SendBackReason } from '@doorstep/contract/visits/send-back';
import { useState } from 'react';

/** The photo that a reason asks for by itself. */
const wantedBy: Partial<Record<SendBackReason, PhotoSubject>> = {
  nameplate_missing: 'nameplate',
  person_not_identified: 'person',
};

/**
 * The photos that the agent is to take again: those that the reasons ask for, as far as nobody chose otherwise. `shown`
 * is what the photo on the screen shows, which is the one that is unclear.
 */
export function usePhotosWanted(reasons: readonly SendBackReason[], shown?: string) {
  const [byHand, setByHand] = useState<Partial<Record<PhotoSubject, boolean>>>({});
  const asked = reasons.map((one) => (one === 'photo_unclear' ? shown : wantedBy[one]));
  const wanted = photoSubjects.filter((one) => byHand[one] ?? asked.includes(one));
  const toggle = (one: PhotoSubject) => setByHand({ ...byHand, [one]: !wanted.includes(one) });
  return { wanted, toggle };
}
