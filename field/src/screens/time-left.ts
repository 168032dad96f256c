import { daysAfter } from '../lib/moment.ts';
import { dayOf, timeOf } from '../words/format.ts';
import type { Translation } from '../words/use-words.ts';

export interface TimeLeft {
  words: string;
  /** The exact time, if the words don't contain it. */
  at?: string;
  /** `now`: late, or less than an hour left. `soon`: less than three hours left. */
  urgency: 'now' | 'soon' | 'calm';
}

export const timeColors = { now: 'text-danger', soon: 'text-warning', calm: 'text-muted' } as const;

/** Returns a text such as '40 min left · 09:40'. */
export const dueInWords = ({ words, at }: TimeLeft) => (at ? `${words} · ${at}` : words);

/** Returns words such as '40 min left', '2 h 10 left', 'till 18:00' or 'tomorrow 12:00'. */
export function timeLeft(due: string | null, now: Date, say: Translation): TimeLeft {
  if (due === null) return { words: say('left.none'), urgency: 'calm' };
  const minutes = Math.floor((Date.parse(due) - now.getTime()) / 60_000);
  if (minutes < 0)
    return { words: say('left.late', { time: momentInWords(due, now, say) }), urgency: 'now' };
  const at = momentInWords(due, now, say);
  if (minutes < 60) return { words: say('left.minutes', { m: minutes }), at, urgency: 'now' };
  if (minutes < 180) {
    const [h, m] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')];
    return { words: say('left.hours', { h, m }), at, urgency: 'soon' };
  }
  if (daysAfter(due, now) === 0) {
    return { words: say('left.till', { time: timeOf(say.language, due) }), urgency: 'calm' };
  }
  return { words: at, urgency: 'calm' };
}

/** Returns words such as '10:42', 'yesterday 17:20' or 'Thu 12 March 09:00'. */
export function momentInWords(moment: string, now: Date, say: Translation): string {
  const time = timeOf(say.language, moment);
  const days = daysAfter(moment, now);
  if (days === 0) return time;
  const day =
    days === 1
      ? say('day.tomorrow')
      : days === -1
        ? say('day.yesterday')
        : dayOf(say.language, moment);
  return say('left.day', { day, time });
}
