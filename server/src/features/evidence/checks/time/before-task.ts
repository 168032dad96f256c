import type { EvidenceCase, EvidencePhoto } from '../../case.ts';
import type { Check, Found } from '../../finding.ts';
import { count, duration, iso } from '../../in-words.ts';
import type { Thresholds } from '../../thresholds.ts';

/** Photos older than the task, by the app's record or else by what the photo's own file says; or older than the visit itself. */
export const beforeTask: Check = {
  id: 'time.before_task',
  version: 1,
  find: (one, thresholds) => findBeforeTask(one, thresholds) ?? findBeforeVisit(one, thresholds),
};

function findBeforeTask(
  { firstAssignedAt, visit: { isClockKnown }, photos }: EvidenceCase,
  thresholds: Thresholds,
): Found | null {
  if (firstAssignedAt === null) return null;
  const early = photos.flatMap((photo) => {
    const taken = momentOf(photo, isClockKnown, thresholds);
    return taken && firstAssignedAt - taken.at > taken.margin
      ? [{ id: photo.id, at: taken.at }]
      : [];
  });
  return describe(early, photos.length, { name: 'task', label: 'Task given', at: firstAssignedAt });
}

/** By one clock, so it need not be right. */
function findBeforeVisit(
  { visit: { arrivedAt }, photos }: EvidenceCase,
  { beforeVisitMinutes }: Thresholds,
): Found | null {
  if (arrivedAt === null) return null;
  const early = photos.flatMap(({ id, capturedAt: at }) =>
    at !== null && arrivedAt - at > beforeVisitMinutes * 60_000 ? [{ id, at }] : [],
  );
  return describe(early, photos.length, { name: 'visit', label: 'Arrived', at: arrivedAt });
}

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
    sentence: `${early.length} of ${count(photos, 'photo')} ${early.length === 1 ? 'is' : 'are'} older than the ${than.name}, by ${duration(age)}.`,
    measured: { photos: early.length, minutes: Math.round(age / 60_000) },
    beside: {
      photos: early.map(({ id }) => ({ photoId: id, otherPhotoId: null })),
      times: [
        { label: 'Oldest photo', at: iso(first) },
        { label: than.label, at: iso(than.at) },
      ],
    },
  };
}

/** When a photo was taken, and how wrong that may be. */
function momentOf(
  { capturedAt, takenAt }: EvidencePhoto,
  isClockKnown: boolean,
  { beforeTaskMinutes, cameraHours }: Thresholds,
) {
  if (capturedAt !== null) {
    return isClockKnown ? { at: capturedAt, margin: beforeTaskMinutes * 60_000 } : null;
  }
  return takenAt === null ? null : { at: takenAt, margin: cameraHours * 3_600_000 };
}
