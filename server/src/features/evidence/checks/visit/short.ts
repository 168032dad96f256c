import type { Check } from '../../finding.ts';
import { count, duration, iso } from '../../in-words.ts';
import { byPage, photoMoments, type RecordedMoment } from '../time/recorded-moments.ts';

/** Somebody was met, and yet the agent was at the door for hardly any time. By one clock, so it need not be right. */
export const short: Check = {
  id: 'visit.short',
  version: 2,
  find: (one, { shortSeconds, tooShortSeconds }) => {
    const { outcome, arrivedAt, leftAt, answers } = one.visit;
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

/** By the monotonic clock. */
const lengthOf = (page: RecordedMoment[]) => (page.at(-1)?.mono ?? 0) - (page[0]?.mono ?? 0);
