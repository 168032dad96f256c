import type { Finding, OtherCase } from '@doorstep/contract/evidence/findings';
import type { Photo } from '@doorstep/contract/photos';
import type { Verification } from '@doorstep/contract/verifications';
import { photoLinks, verificationOf } from './verifications.ts';

const at = '2026-03-05T05:00:00.000Z';

export function photoOf(id: string, number = 0): Photo {
  const link = photoLinks[number] ?? '';
  return {
    ...{ id, url: link, thumbnail_url: link, original_url: link, sha256: 'ab'.repeat(32) },
    ...{ width: 1600, height: 1200, taken_at: at, latitude: null, longitude: null },
  };
}

export function otherCaseOf(fields: Partial<OtherCase> = {}): OtherCase {
  return {
    ...{ verification_id: 402, application_id: 'HL-9', applicant: 'Hemant Kale' },
    ...{ address: '12, Mill Compound, Aluva', portfolio_name: 'Saraswat Home Loans' },
    is_own_lenders: true,
    ...{ agent: 'Rekha Thomas', at: '2026-02-01T05:00:00.000Z', ...fields },
  };
}

export function findingOf(fields: Partial<Finding> = {}): Finding {
  return {
    ...{
      check: 'visit.short',
      version: 1,
      level: 'look',
      sentence: 'The agent was at the door for 100 seconds.',
    },
    ...{ measured: { seconds: 100 }, photos: [], cases: [], places: [], times: [] },
    ...{ found_at: at, dismissed: null, ...fields },
  };
}

export const dismissedBy = (because: NonNullable<Finding['dismissed']>['because']) => ({
  ...{ by: 'Asha Rao', at, because, note: '' },
});

export const sameFile = (of: Partial<OtherCase> = {}) =>
  findingOf({
    ...{ check: 'photo.same_file', level: 'serious' },
    sentence: '1 photo of this visit was also sent for application HL-9 (another address).',
    photos: [{ photo_id: 'own-1', other: { photo: photoOf('other-1', 1), of: otherCaseOf(of) } }],
    cases: [otherCaseOf(of)],
  });

export const anotherDistrict = () =>
  findingOf({
    ...{ check: 'place.district', level: 'serious' },
    sentence: 'The phone was in Thane; the address is in Pune (411001).',
    places: [{ label: 'The visit', latitude: 19.2, longitude: 72.9, accuracy_m: 12 }],
  });

/** Returns the fields of a case with these findings. */
export const evidenceOf = (findings: Finding[]): Partial<Verification> => ({
  photos: [photoOf('own-1'), photoOf('own-2', 1)],
  evidence: { checked_at: at, findings },
});

export const checkedCase = (findings: Finding[], fields: Partial<Verification> = {}) =>
  verificationOf({ ...evidenceOf(findings), ...fields });
