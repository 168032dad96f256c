import { prettifyLabel } from '@doorstep/contract/text/labels';
import { readMoment } from '@doorstep/contract/text/moments';
import { config } from './config.ts';

export { prettifyLabel };

const number = new Intl.NumberFormat('en-US');
const formats = new Map<string, Intl.DateTimeFormat>();

function dateTimeIn(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    });
  formats.set(timeZone, format);
  return format;
}

/**
 * Returns 'Mar 5, 2024, 10:30 AM' in the provider's time zone, so that each browser shows the same day. A
 * moment without an offset is already in that zone. Returns 'N/A' if empty, and 'Invalid Date' if
 * unparsable.
 */
export function formatDateTime(value: string | null | undefined): string {
  if (!value) return 'N/A';
  const read = readMoment(value, config().timeZone);
  if (!read) return 'Invalid Date';
  const text = dateTimeIn(read.timeZone).format(read.moment);
  // Intl writes a narrow no-break space before AM and PM, but the specification has a plain space.
  return text.replaceAll('\u202f', ' ');
}

/** Returns 'Mar 5, 2024', the day of {@link formatDateTime}. */
export function formatDay(value: string): string {
  return formatDateTime(value).split(', ').slice(0, 2).join(', ');
}

/** Returns `YYYY-MM-DD` in the provider's time zone. */
export const today = (): string => dayOf(new Date());

/** Returns `YYYY-MM-DD` in the provider's time zone. */
export function dayOf(moment: Date): string {
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: config().timeZone,
  });
  const [month, day, year] = format.format(moment).split('/');
  return `${year}-${month}-${day}`;
}

/** Returns '1,237 records', '1 record' or, for a minimum, '10,000+ records'. */
export function formatCount(count: number, noun: string, isMinimum = false): string {
  return `${formatNumber(count, isMinimum)} ${noun}${count === 1 ? '' : 's'}`;
}

export function formatNumber(value: number, isMinimum = false): string {
  return `${number.format(value)}${isMinimum ? '+' : ''}`;
}

/** Returns degrees with at most five decimals. The fifth decimal is about a metre on the ground. */
export function formatCoordinate(degrees: number): string {
  return String(Number(degrees.toFixed(5)));
}

export function formatDistance(metres: number): string {
  return metres < 999.5
    ? `${Math.round(metres)} m`
    : `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(metres / 1000)} km`;
}

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') {
    if (isoDay.test(value)) return formatDay(value);
    return isoMoment.test(value) ? formatDateTime(value) : value;
  }
  if (Array.isArray(value)) return value.length ? value.map(formatValue).join(', ') : '-';
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, inner]) => `${prettifyLabel(name)}: ${formatValue(inner)}`)
      .join(', ');
  }
  return String(value);
}

/** Returns '4.20' for 4.2 MB, in units of 1,048,576 bytes. */
export function formatMegabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(2);
}
