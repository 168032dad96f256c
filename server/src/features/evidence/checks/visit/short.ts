import { surelyApart } from '../../between.ts';
import type { CheckedVerification } from '../../checked-verification.ts';
import type { Check } from '../../finding.ts';
import { count, duration, iso } from '../../in-words.ts';
import { byPage, photoMoments, type RecordedMoment } from '../time/recorded-moments.ts';

/** Somebody was met, and yet the agent was at the door for hardly any time. By one clock, so it need not be right. */
export const short: Check = {
  id: 'visit.short',
  version: 2,
  find: (one, { shortSeconds, tooShortSeconds, apartM }) => {
    const { outcome, leftAt, answers } = one.visit;
    const arrivedAt = firstAtDoor(one, apartM);
    if (outcome !== 'met' || arrivedAt === null || leftAt === null) return null;
    const seconds = (leftAt - arrivedAt) / 1000;
    // A clock that went back is another check's.
    if (seconds < 0 || seconds >= shortSeconds) return null;
    // Photos taken over a longer time than that: the clock that people see was set back in between.
    const pages = byPage(photoMoments(one.photos));
    if (pages.some((page) => lengthOf(page) > leftAt - arrivedAt)) return null;
    const answered = answers > 0 ? `; ${count(answers, 'question')} answered` : '';
    return {
      level: seconds < tooShortSeconds ? 'serious' : 'look',
      sentence: `At the door for ${duration(leftAt - arrivedAt)}${answered}.`,
      measured: { seconds: Math.round(seconds), answers },
      beside: {
        times: [
          { label: 'Arrived', at: iso(arrivedAt) },
          { label: 'Left', at: iso(leftAt) },
        ],
      },
    };
  },
};

/**
 * When the agent came to the door. Who goes on with a visit there confirms that again; photos that were taken there before, or
 * nobody knows where, say since when.
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
