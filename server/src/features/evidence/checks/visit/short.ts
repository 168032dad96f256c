import type { CheckedVerification } from '../../checked-verification.ts';
import { surelyApart } from '../../compare.ts';
import type { Check } from '../../finding.ts';
import { count, duration, iso } from '../../format.ts';
import { byPage, photoMoments, type RecordedMoment } from '../time/recorded-moments.ts';

/** The arrival and the departure come from the same clock, so the clock's error cancels out. */
export const short: Check = {
  id: 'visit.short',
  version: 2,
  find: (one, { shortSeconds, tooShortSeconds, apartM }) => {
    const { outcome, leftAt, answers } = one.visit;
    const arrivedAt = firstAtDoor(one, apartM);
    if (outcome !== 'met' || arrivedAt === null || leftAt === null) return null;
    const seconds = (leftAt - arrivedAt) / 1000;
    // Negative seconds mean that the clock was set back. The check `time.order` looks for that.
    if (seconds < 0 || seconds >= shortSeconds) return null;
    // If the photos took longer than the stay by the monotonic clock, the wall clock was set back during the
    // stay.
    const pages = byPage(photoMoments(one.photos));
    if (pages.some((page) => lengthOf(page) > leftAt - arrivedAt)) return null;
    const answered = answers > 0 ? ` and answered ${count(answers, 'question')}` : '';
    return {
      level: seconds < tooShortSeconds ? 'serious' : 'look',
      sentence: `The agent was at the door for ${duration(leftAt - arrivedAt)}${answered}.`,
      measured: { seconds: Math.round(seconds), answers },
      details: {
        times: [
          { label: 'Arrived', at: iso(arrivedAt) },
          { label: 'Left', at: iso(leftAt) },
        ],
      },
    };
  },
};

/**
 * Returns the moment when the agent first was at the door. `arrivedAt` is later if the agent confirmed the
 * arrival again. So an earlier photo of the visit counts as the arrival, unless it was taken elsewhere.
 */
function firstAtDoor({ visit, photos }: CheckedVerification, apartM: number): number | null {
  const { begunAt, arrivedAt, place } = visit;
  if (begunAt === null || arrivedAt === null) return arrivedAt;
  const before = photos.flatMap(({ source, capturedAt, fix }) => {
    if (source === 'file' || capturedAt === null || capturedAt < begunAt) return [];
    const isElsewhere = place !== null && fix !== null && surelyApart(place, fix) > apartM;
    return isElsewhere ? [] : [capturedAt];
  });
  return Math.min(arrivedAt, ...before);
}

/** Returns the duration of a page in milliseconds, by the monotonic clock. */
const lengthOf = (page: RecordedMoment[]) => (page.at(-1)?.mono ?? 0) - (page[0]?.mono ?? 0);
