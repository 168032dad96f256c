import type { EvidencePhoto } from '../../case.ts';
import type { Check } from '../../finding.ts';
import { duration, iso } from '../../in-words.ts';
import type { Thresholds } from '../../thresholds.ts';

/** Photos older than the task, by the app's record or else by what the photo's own file says. */
export const beforeTask: Check = {
  id: 'time.before_task',
  version: 1,
  find: ({ firstAssignedAt, visit: { isClockKnown }, photos }, limits) => {
    if (firstAssignedAt === null) return null;
    const early = photos
      .flatMap((photo) => {
        const taken = momentOf(photo, isClockKnown, limits);
        return taken && firstAssignedAt - taken.at > taken.margin ? [{ photo, at: taken.at }] : [];
      })
      .sort((one, two) => one.at - two.at);
    const [first] = early;
    if (!first) return null;
    const age = firstAssignedAt - first.at;
    return {
      level: 'look',
      sentence: `${early.length} of ${photos.length} photos ${early.length === 1 ? 'is' : 'are'} older than the task, by ${duration(age)}.`,
      measured: { photos: early.length, minutes: Math.round(age / 60_000) },
      beside: {
        photos: early.map(({ photo: { id } }) => ({ photoId: id, otherPhotoId: null })),
        times: [
          { label: 'Oldest photo', at: iso(first.at) },
          { label: 'Task given', at: iso(firstAssignedAt) },
        ],
      },
    };
  },
};

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
