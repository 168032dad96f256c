import type { CheckedVerification, EvidencePhoto } from '../../checked-verification.ts';
import type { Check, Found } from '../../finding.ts';
import { count, duration, iso } from '../../format.ts';
import type { Thresholds } from '../../thresholds.ts';

export const beforeTask: Check = {
  id: 'time.before_task',
  version: 2,
  find: (one, thresholds) => findBeforeTask(one, thresholds) ?? findBeforeVisit(one, thresholds),
};

function findBeforeTask(
  { firstAssignedAt, visit: { isClockKnown }, photos }: CheckedVerification,
  thresholds: Thresholds,
): Found | null {
  if (firstAssignedAt === null) return null;
  const early = photos.flatMap((photo) => {
    const { capturedAt, takenAt } = photo;
    const isRight = capturedAt !== null && isClockKnown;
    // If the app re-encoded the picture, the camera's time is only in the app's record of the original.
    const inFile = capturedAt === null ? takenAt : takenBefore(photo);
    const at = olderThan(firstAssignedAt, [
      { at: isRight ? capturedAt : null, by: thresholds.beforeTaskMinutes * 60_000 },
      { at: inFile, by: thresholds.cameraHours * 3_600_000 },
    ]);
    return at === undefined ? [] : [{ id: photo.id, at }];
  });
  return describe(early, photos.length, { name: 'task', label: 'Task given', at: firstAssignedAt });
}

/** The start of the visit and `capturedAt` come from the same clock, so its error cancels out. */
function findBeforeVisit(
  { visit: { begunAt }, photos }: CheckedVerification,
  { beforeVisitMinutes, cameraHours }: Thresholds,
): Found | null {
  if (begunAt === null) return null;
  const early = photos.flatMap((photo) => {
    const at = olderThan(begunAt, [
      { at: photo.capturedAt, by: beforeVisitMinutes * 60_000 },
      { at: takenBefore(photo), by: cameraHours * 3_600_000 },
    ]);
    return at === undefined ? [] : [{ id: photo.id, at }];
  });
  return describe(early, photos.length, { name: 'visit', label: 'Visit begun', at: begunAt });
}

/** Returns the first moment that is more than `by` milliseconds older than `than`. */
const olderThan = (than: number, moments: { at: number | null; by: number }[]) =>
  moments.find(({ at, by }) => at !== null && than - at > by)?.at ?? undefined;

/** Returns the camera's time of a picture that the app re-encoded, or null. */
const takenBefore = ({ original }: EvidencePhoto) =>
  original?.taken_at ? Date.parse(original.taken_at) : null;

function describe(
  early: { id: string; at: number }[],
  photos: number,
  than: { name: string; label: string; at: number },
): Found | null {
  if (early.length === 0) return null;
  const first = Math.min(...early.map(({ at }) => at));
  const age = than.at - first;
  return {
    level: 'look',
    sentence: `${early.length} of ${count(photos, 'photo')} ${early.length === 1 ? 'is' : 'are'} older than the ${than.name}. The oldest is ${duration(age)} older.`,
    measured: { photos: early.length, minutes: Math.round(age / 60_000) },
    details: {
      photos: early.map(({ id }) => ({ photoId: id, otherPhotoId: null })),
      times: [
        { label: 'Oldest photo', at: iso(first) },
        { label: than.label, at: iso(than.at) },
      ],
    },
  };
}
