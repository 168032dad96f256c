import type { CalendarDay, Hours } from '@doorstep/contract/lenders/calendars';
import { limits } from '@doorstep/contract/limits';
import { readHours } from './hours.ts';

export interface WrongLine {
  /** The line number, from 1. */
  line: number;
  text: string;
  problem: string;
}

/** The maximum length of a list of holidays, in characters. */
export const holidayListLength = 100_000;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ordinal = '(?:st|nd|rd|th)?';
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,;.]+/i;
const separator = /^[\s,;:|–-]+/;

/** The accepted date formats. `at` says which groups of the pattern are the year, the month and the day. */
const forms: { pattern: RegExp; at: [year: number, month: number, day: number] }[] = [
  { pattern: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, at: [1, 2, 3] },
  { pattern: /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/, at: [3, 2, 1] },
  {
    pattern: new RegExp(
      `^(\\d{1,2})${ordinal}[\\s-]+([a-z]{3,9})\\.?,?[\\s-]+(\\d{4})(?!\\d)`,
      'i',
    ),
    at: [3, 2, 1],
  },
  {
    pattern: new RegExp(`^([a-z]{3,9})\\.?\\s+(\\d{1,2})${ordinal},?\\s+(\\d{4})(?!\\d)`, 'i'),
    at: [3, 1, 2],
  },
];
const shortYear = /^\d{1,2}[-/.](?:\d{1,2}|[a-z]{3,9})[-/.]\d{2}(?!\d)/i;
const hoursAtEnd = /(?:^|[\s,;]+)((?:\d{1,2}[:.]\d{2}\s*(?:-|–|to)\s*\d{1,2}[:.]\d{2}[\s,;]*)+)$/i;

const numberOf = (text: string) =>
  /^\d/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** Reads the date at the beginning of a line. 8/11/2026 is 8 November, as in India. */
function readDate(line: string): { day: string; rest: string } | { problem: string } {
  for (const { pattern, at } of forms) {
    const found = pattern.exec(line);
    if (!found) continue;
    const [year = 0, month = 0, day = 0] = at.map((group) => numberOf(found[group] ?? ''));
    const date = new Date(Date.UTC(year, month - 1, day));
    if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1900) {
      return { problem: `${found[0]} is not a date. Write the day before the month: 8/11/2026.` };
    }
    return { day: date.toISOString().slice(0, 10), rest: line.slice(found[0].length) };
  }
  if (shortYear.test(line)) return { problem: 'Write the year with four digits.' };
  return { problem: 'Start the line with the date, such as 2026-11-08 or 8 Nov 2026.' };
}

function readLine(line: string): CalendarDay | { problem: string } {
  const date = readDate(line.replace(weekday, ''));
  if ('problem' in date) return date;
  const rest = date.rest.replace(separator, '').replace(weekday, '');
  const ending = hoursAtEnd.exec(rest);
  const name = (ending ? rest.slice(0, ending.index) : rest).replace(/[\s,;:|–-]+$/, '').trim();
  if (name === '') return { problem: 'Write the name of the holiday after the date.' };
  if (name.length > 100) return { problem: 'Shorten the name to 100 characters.' };
  const read: { hours: Hours } | { problem: string } = ending
    ? readHours(ending[1] ?? '')
    : { hours: [] };
  return 'problem' in read ? read : { day: date.day, name, ...read };
}

/** Reads a pasted list with one holiday a line. Skips empty lines, and a first line with headings. */
export function readHolidays(text: string): { days: CalendarDay[]; wrong: WrongLine[] } {
  const days = new Map<string, { line: number; day: CalendarDay }>();
  const wrong: WrongLine[] = [];
  text.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const line = index + 1;
    // CSV files of Excel begin with a byte order mark and quote values that contain a comma.
    const cleaned = raw
      .replace(/^\uFEFF/, '')
      .replaceAll('"', '')
      .trim();
    if (cleaned === '' || (index === 0 && /^(?:date|day)\b/i.test(cleaned))) return;
    const refuse = (problem: string) => wrong.push({ line, text: cleaned, problem });
    const read = readLine(cleaned);
    if ('problem' in read) return refuse(read.problem);
    const earlier = days.get(read.day);
    if (earlier)
      return refuse(`Line ${earlier.line} has the same day. Remove one of the two lines.`);
    if (days.size === limits.calendarDays) {
      return refuse(`A calendar has at most ${limits.calendarDays} days. Remove past days.`);
    }
    days.set(read.day, { line, day: read });
  });
  return { days: [...days.values()].map(({ day }) => day), wrong };
}
