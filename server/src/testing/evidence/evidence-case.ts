import type { Fix } from '@doorstep/contract/visits/manifest';
import type {
  CheckedApplicant,
  CheckedVerification,
  EvidencePhoto,
  MatchingPhoto,
  OtherVisit,
  Place,
} from '../../features/evidence/checked-verification.ts';

const minute = 60_000;
export const noon = Date.parse('2026-03-05T10:30:00+05:30');
export const door: Place = { latitude: 19.1136, longitude: 72.8697, accuracyM: 12 };

export const north = (metres: number, accuracyM: number | null = 12): Place => ({
  latitude: door.latitude + metres / 111_195,
  longitude: door.longitude,
  accuracyM,
});

export const applicantOf = (more: Partial<CheckedApplicant> = {}): CheckedApplicant => ({
  id: 1,
  applicationId: '5520',
  pinCode: '400093',
  address: '1 Test Road',
  portfolioName: 'Sunrise Bank',
  ...more,
});

export const someoneElse = applicantOf({
  ...{ id: 2, applicationId: '5521', pinCode: '411057', address: '9 Other Road' },
});

export const fixOf = (place: Place, at: number, more: Partial<Fix> = {}): Fix => ({
  latitude: place.latitude,
  longitude: place.longitude,
  accuracy_m: place.accuracyM ?? 12,
  altitude: 14.2,
  at: new Date(at).toISOString(),
  mono_ms: at - noon + 3_600_000,
  ...more,
});

export function photoOf(position: number, more: Partial<EvidencePhoto> = {}): EvidencePhoto {
  const at = noon + position * minute;
  return {
    id: `photo-${position}`,
    position,
    kind: 'image/jpeg',
    width: 1600,
    height: 1200,
    source: 'viewfinder',
    shows: 'door',
    capturedAt: at,
    monoMs: at - noon + 3_600_000,
    fix: door,
    recordedFix: null,
    takenAt: at,
    hasPlaceInFile: true,
    isFlat: false,
    original: null,
    sameFile: [],
    alike: [],
    ...more,
  };
}

/** Returns a photo that has only its pixels, as an API client sends it. */
export const barePhoto = (more: Partial<EvidencePhoto> = {}): EvidencePhoto =>
  photoOf(0, {
    ...{ source: 'file', shows: '', capturedAt: null, monoMs: null, fix: null, takenAt: null },
    ...{ hasPlaceInFile: false },
    ...more,
  });

export const elsewhere = (more: Partial<MatchingPhoto> = {}): MatchingPhoto => ({
  photoId: 'other-photo',
  position: 1,
  verificationId: 60_002,
  isAttempt: false,
  applicant: someoneElse,
  agentId: 7,
  agentName: 'Ravi',
  place: north(9_000),
  at: Date.parse('2026-03-03T12:00:00+05:30'),
  ...more,
});

/** Returns a visit of the same agent as in {@link caseOf}, `minutes` later (earlier if negative). */
export const otherVisit = (
  minutes: number,
  place: Place | null,
  more: Partial<OtherVisit> = {},
): OtherVisit => ({
  id: `visit ${minutes}`,
  verificationId: 60_000 + minutes,
  applicant: someoneElse,
  place,
  present: { from: noon + minutes * minute, to: noon + (minutes + 8) * minute },
  isClockKnown: true,
  ...more,
});

/**
 * Returns a verification for the checks: an honest visit with eleven minutes at the door and three photos,
 * changed by `more`.
 */
export function caseOf(
  more: Omit<Partial<CheckedVerification>, 'visit'> & {
    visit?: Partial<CheckedVerification['visit']>;
  } = {},
): CheckedVerification {
  return {
    verificationId: 60_001,
    agentId: 7,
    applicant: applicantOf(),
    firstAssignedAt: noon - 24 * 60 * minute,
    photos: [photoOf(0), photoOf(1), photoOf(2)],
    others: [],
    pin: { pinCode: '400093', district: 'Mumbai', around: around('400', 'Mumbai'), learned: null },
    recentWords: [],
    deniedAt: null,
    timeZone: 'Asia/Kolkata',
    ...more,
    visit: {
      outcome: 'met',
      begunAt: noon - minute,
      arrivedAt: noon - minute,
      leftAt: noon + 10 * minute,
      present: { from: noon, to: noon + 8 * minute },
      receivedAt: noon + 20 * minute,
      isClockKnown: true,
      place: door,
      fixes: [fixOf(door, noon)],
      answers: 26,
      words: ['Met the applicant’s wife at home, a flat on the second floor'],
      isFromPhone: true,
      phone: { id: 'phone', label: 'Android, Chrome', colleagues: [] },
      ...more.visit,
    },
  };
}

export const around = (prefix: string, district: string) =>
  Array.from({ length: 100 }, (_, at) => ({
    pinCode: `${prefix}${String(at).padStart(3, '0')}`,
    district,
    km: at / 2,
  }));

/**
 * Returns the verification of {@link caseOf} as an API client sends it: without answers, times, places or
 * photo data.
 */
export const bareCase = (): CheckedVerification =>
  caseOf({
    firstAssignedAt: null,
    photos: [barePhoto({ width: 3000 })],
    pin: { pinCode: '400093', district: null, around: null, learned: null },
    visit: {
      ...{
        begunAt: null,
        arrivedAt: null,
        leftAt: null,
        present: null,
        isClockKnown: false,
        place: null,
      },
      ...{ fixes: [], answers: 0, words: ['', '', ''], isFromPhone: false, phone: null },
    },
  });
