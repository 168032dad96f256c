import type { CheckedVerification } from '../../checked-verification.ts';
import { surelyApart } from '../../compare.ts';
import type { Check } from '../../finding.ts';
import { count, duration, iso } from '../../format.ts';
import { byPage, photoMoments, type RecordedMoment } from '../time/recorded-moments.ts';

/**
 * Finds a visit that met someone although the agent was hardly at the door. Both times come from the same
 * clock, so its error cancels out.
 */
export const short: Check = {
  id: 'visit.short',
  version: 2,
  find: (one, { shortSeconds, tooShortSeconds, apartM }) => {
    const { outcome, leftAt, answers } = one.visit;
    const arrivedAt = firstAtDoor(one, apartM);
    if (outcome !== 'met' || arrivedAt === null || leftAt === null) return null;
    const seconds = (leftAt - arrivedAt) / 1000;
    // A clock that was set back is another check's subject.
    if (seconds < 0 || seconds >= shortSeconds) return null;
    // Photos taken over a longer time: the wall clock was set back in between.
    const pages = byPage(photoMoments(one.photos));
    if (pages.some((page) => lengthOf(page) > leftAt - arrivedAt)) return null;
    const answered = answers > 0 ? `; ${count(answers, 'question')} answered` : '';
    return {
      level: seconds < tooShortSeconds ? 'serious' : 'look',
      sentence: `At the door for ${duration(leftAt - arrivedAt)}${answered}.`,
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
 * Returns when the agent arrived at the door. Continuing a visit there confirms the arrival again. Photos
 * taken earlier at the same or an unknown place then give the start.
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

/** By the monotonic clock. */
const lengthOf = (page: RecordedMoment[]) => (page.at(-1)?.mono ?? 0) - (page[0]?.mono ?? 0);
