import type { Db } from '../../../db/connection.ts';
import type {
  CheckedVerification,
  EvidencePhoto,
  OtherVisit,
  Place,
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
 * Looks up the input of the checks for a verification. Returns undefined if the verification doesn't exist
 * or the applicant was anonymised.
 */
export async function gatherVerification(
  db: Db,
  id: number,
  { copiedDays, alikeDhash, alikePhash }: Thresholds,
  timeZone: string,
): Promise<CheckedVerification | undefined> {
  const row = await findVerification(db, id);
  if (!row || row.anonymised_at) return undefined;
  const applicant = applicantOf(row);
  const place = placeOf(row);
  const photoRows = await listPhotos(db, id);
  const isClockKnown = row.clock_offset_ms !== null;
  const around = row.visit_id === null ? [] : await listVisitsAround(db, row.visit_id);
  const elsewhere = await findMatchingPhotos(
    db,
    { applicantId: applicant.id, agentId: row.agent_id },
    photoRows.map((photo) => photo.id),
    { dhash: alikeDhash, phash: alikePhash },
  );
  const photos = photoRows.map((photo) => photoOf(photo, elsewhere.get(photo.id)));
  return {
    verificationId: id,
    agentId: row.agent_id,
    applicant,
    firstAssignedAt: row.first_assigned_at,
    visit: {
      outcome: row.outcome,
      begunAt: row.begun_at ?? row.arrived_at,
      arrivedAt: row.arrived_at,
      leftAt: row.left_at,
      present: presentAt(row, photos),
      receivedAt: row.received_at,
      isClockKnown,
      place,
      fixes: row.fixes ?? [],
      answers: Object.values(row.facts ?? {}).filter((answer) => answer !== '').length,
      words: [row.remark, row.neighbour1_feedback, row.neighbour2_feedback],
      isFromPhone: row.is_from_phone,
      phone: await phoneOf(db, row, timeZone),
    },
    photos,
    others: around.flatMap(otherOf).sort((one, two) => one.present.from - two.present.from),
    pin: await lookUpPin(db, applicant.pinCode, place),
    recentWords: await listWords(db, { id, agentId: row.agent_id }, copiedDays),
    deniedAt: row.denied_at,
    timeZone,
  };
}

const applicantOf = (row: {
  applicant_id: number;
  application_id: string;
  pin_code: string;
  address: string;
  portfolio_name: string;
}) => ({
  id: row.applicant_id,
  applicationId: row.application_id,
  pinCode: row.pin_code,
  address: row.address,
  portfolioName: row.portfolio_name,
});

const placeOf = ({
  latitude,
  longitude,
  accuracy_m,
}: {
  latitude: number | null;
  longitude: number | null;
  accuracy_m: number | null;
}): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude, accuracyM: accuracy_m };

function photoOf(
  photo: CasePhotoRow,
  found: Pick<EvidencePhoto, 'sameFile' | 'alike'> | undefined,
): EvidencePhoto {
  const { capture, captured_at, taken_at, latitude, longitude, ...rest } = photo;
  const fix = capture?.fix ?? null;
  return {
    id: rest.id,
    position: rest.position,
    kind: rest.kind,
    width: rest.width,
    height: rest.height,
    source: rest.source,
    shows: capture?.shows ?? '',
    capturedAt: captured_at,
    monoMs: capture?.mono_ms ?? null,
    fix: fix && placeOf(fix),
    recordedFix: fix,
    takenAt: taken_at,
    hasPlaceInFile: latitude !== null && longitude !== null,
    isFlat: rest.is_flat,
    original: capture?.original ?? null,
    sameFile: found?.sameFile ?? [],
    alike: found?.alike ?? [],
  };
}

/**
 * Returns the time that the agent was at the door. Photos after the arrival show this time best, because a
 * visit may be started or finished on the way.
 */
function presentAt(row: CaseRow, photos: EvidencePhoto[]): Span | null {
  const { begun_at, arrived_at, left_at } = row;
  const since = begun_at === null || arrived_at === null ? -Infinity : arrived_at;
  const taken = photos.flatMap(({ capturedAt, source }) =>
    capturedAt === null || source === 'file' || capturedAt < since ? [] : [capturedAt],
  );
  if (taken.length > 0) return { from: Math.min(...taken), to: Math.max(...taken) };
  return arrived_at === null ? null : { from: arrived_at, to: left_at ?? arrived_at };
}

function otherOf({ arrived_at, left_at, first_at, last_at, ...row }: AroundRow): OtherVisit[] {
  const from = first_at ?? arrived_at;
  if (from === null) return [];
  return [
    {
      id: row.id,
      verificationId: row.verification_id,
      applicant: applicantOf(row),
      place: placeOf(row),
      present: { from, to: last_at ?? left_at ?? from },
      isClockKnown: row.clock_offset_ms !== null,
    },
  ];
}

async function phoneOf(db: Db, row: CaseRow, timeZone: string) {
  const { visit_id: visitId, phone_id: phoneId, phone_label: label, agent_id: agentId } = row;
  if (visitId === null || phoneId === null) return null;
  return {
    id: phoneId,
    label: label ?? '',
    colleagues: await listColleagues(db, { phoneId, visitId, agentId }, timeZone),
  };
}
