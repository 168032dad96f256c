import type { Db } from '../../../db/connection.ts';
import type {
  CheckedVerification,
  EvidencePhoto,
  OtherVisit,
  Span,
} from '../checked-verification.ts';
import { findMatchingPhotos } from '../photos/photo-look-up-store.ts';
import { lookUpPin } from '../places/pin-of-verification.ts';
import type { Thresholds } from '../thresholds.ts';
import {
  type AroundRow,
  type CasePhotoRow,
  type CaseRow,
  findVerification,
  listColleagues,
  listPhotos,
  listVisitsAround,
  listWords,
} from './look-up-store.ts';

/**
 * Reads the input of the checks. Returns undefined if the verification doesn't exist or the applicant was
 * anonymised.
 */
export async function gatherVerification(
  db: Db,
  id: number,
  { copiedDays, alikeDhash, alikePhash }: Thresholds,
  timeZone: string,
): Promise<CheckedVerification | undefined> {
  const row = await findVerification(db, id);
  if (!row || row.anonymised_at) return undefined;
  const { agentId, visitId, applicant, place, firstAssignedAt, deniedAt } = row;
  const { outcome, arrivedAt, leftAt, receivedAt, isClockKnown, isFromPhone, words } = row;
  const photoRows = await listPhotos(db, id);
  const around = visitId === null ? [] : await listVisitsAround(db, visitId);
  const elsewhere = await findMatchingPhotos(
    db,
    { applicantId: applicant.id, agentId },
    photoRows.map((photo) => photo.id),
    { dhash: alikeDhash, phash: alikePhash },
  );
  const photos = photoRows.map((photo) => photoOf(photo, elsewhere.get(photo.id)));
  return {
    ...{ verificationId: id, agentId, applicant, firstAssignedAt },
    visit: {
      ...{ outcome, arrivedAt, leftAt, receivedAt, isClockKnown, isFromPhone, place, words },
      begunAt: row.begunAt ?? arrivedAt,
      present: presentAt(row, photos),
      fixes: row.fixes ?? [],
      answers: Object.values(row.facts ?? {}).filter((answer) => answer !== '').length,
      phone: await phoneOf(db, row, timeZone),
    },
    photos,
    others: around.flatMap(otherOf).sort((one, two) => one.present.from - two.present.from),
    pin: await lookUpPin(db, applicant.pinCode, place),
    recentWords: await listWords(db, { id, agentId }, copiedDays),
    ...{ deniedAt, timeZone },
  };
}

function photoOf(
  { capture, ...photo }: CasePhotoRow,
  { sameFile = [], alike = [] }: Partial<Pick<EvidencePhoto, 'sameFile' | 'alike'>> = {},
): EvidencePhoto {
  const fix = capture?.fix ?? null;
  return {
    ...photo,
    shows: capture?.shows ?? '',
    monoMs: capture?.mono_ms ?? null,
    fix: fix && { latitude: fix.latitude, longitude: fix.longitude, accuracyM: fix.accuracy_m },
    recordedFix: fix,
    original: capture?.original ?? null,
    ...{ sameFile, alike },
  };
}

/**
 * Returns the time that the agent was at the door. Prefers the times of the photos since the last arrival,
 * because the agent may have started or finished the visit in the app elsewhere.
 */
function presentAt(row: CaseRow, photos: EvidencePhoto[]): Span | null {
  const { begunAt, arrivedAt, leftAt } = row;
  const since = begunAt === null || arrivedAt === null ? -Infinity : arrivedAt;
  const taken = photos.flatMap(({ capturedAt, source }) =>
    capturedAt === null || source === 'file' || capturedAt < since ? [] : [capturedAt],
  );
  if (taken.length > 0) return { from: Math.min(...taken), to: Math.max(...taken) };
  return arrivedAt === null ? null : { from: arrivedAt, to: leftAt ?? arrivedAt };
}

function otherOf({ arrivedAt, leftAt, firstAt, lastAt, ...row }: AroundRow): OtherVisit[] {
  const from = firstAt ?? arrivedAt;
  return from === null ? [] : [{ ...row, present: { from, to: lastAt ?? leftAt ?? from } }];
}

async function phoneOf(db: Db, row: CaseRow, timeZone: string) {
  const { visitId, phoneId, phoneLabel, agentId } = row;
  if (visitId === null || phoneId === null) return null;
  return {
    id: phoneId,
    label: phoneLabel ?? '',
    colleagues: await listColleagues(db, { phoneId, visitId, agentId }, timeZone),
  };
}
