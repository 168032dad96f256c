import { Hours, type Week, weekdays } from '@doorstep/contract/lenders/calendars';

const span = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?:[:.](\d{2}))?$/i;

/**
 * Reads typed hours such as `09:30-13:00, 14:00-18:30`. An empty text means a day off. If the text can't be
 * read, `problem` is the error text.
 */
export function readHours(text: string): { hours: Hours } | { problem: string } {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  const spans = parts.filter(Boolean).map((part) => span.exec(part));
  const problem = 'Write hours as 09:30-18:30, or leave them empty for a day off.';
  if (spans.includes(null)) return { problem };
  const time = (hours = '', minutes = '00') => `${hours.padStart(2, '0')}:${minutes}`;
  const read = Hours.safeParse(
    spans.map((found) => ({
      from: time(found?.[1], found?.[2]),
      to: time(found?.[3], found?.[4]),
    })),
  );
  return read.success
    ? { hours: read.data }
    : { problem: `${read.error.issues[0]?.message ?? problem}.` };
}

/** Returns hours as text, in the format that {@link readHours} reads. */
export const writeHours = (hours: Hours): string =>
  hours.map(({ from, to }) => `${from}-${to}`).join(', ');

const dayNames = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};

/** Returns a text such as 'Mon-Fri 09:30-18:30; Sat 09:30-14:00'. Leaves out days off. */
export function weekInWords(week: Week): string {
  const runs: { first: string; last: string; hours: string }[] = [];
  for (const day of weekdays) {
    const hours = writeHours(week[day]);
    const run = runs.at(-1);
    if (run?.hours === hours) run.last = dayNames[day];
    else runs.push({ first: dayNames[day], last: dayNames[day], hours });
  }
  return runs
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, hours }) => `${first === last ? first : `${first}-${last}`} ${hours}`)
    .join('; ');
}
