const dateTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const number = new Intl.NumberFormat('en-US');

function formatWith(format: Intl.DateTimeFormat, value: string | null | undefined): string {
  if (!value) return 'N/A';
  const moment = new Date(value);
  // Intl puts a narrow no-break space before AM and PM; the specification shows a plain one.
  return Number.isNaN(moment.getTime())
    ? 'Invalid Date'
    : format.format(moment).replaceAll('\u202f', ' ');
}

/** 'Mar 5, 2024, 10:30 AM' in the reader's time zone; 'N/A' if empty, 'Invalid Date' if unparsable. */
export function formatDateTime(value: string | null | undefined): string {
  return formatWith(dateTime, value);
}

/** 'Mar 5, 2024' in the reader's time zone; 'N/A' if empty, 'Invalid Date' if unparsable. */
export function formatDate(value: string | null | undefined): string {
  return formatWith(date, value);
}

/** '1,237'. */
export function formatNumber(value: number): string {
  return number.format(value);
}

const acronyms: Record<string, string> = { id: 'ID', url: 'URL', pdf: 'PDF', pan: 'PAN' };

/** 'visit_type' and 'visitType' alike become 'Visit Type'. */
export function prettifyLabel(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => acronyms[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Any value as the record screens show it: '-' when empty, Yes or No, moments formatted, lists comma-joined. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return isoMoment.test(value) ? formatDateTime(value) : value;
  if (Array.isArray(value)) return value.length ? value.map(formatValue).join(', ') : '-';
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, inner]) => `${prettifyLabel(name)}: ${formatValue(inner)}`)
      .join(', ');
  }
  return String(value);
}

/** '4.20' for 4.2 MB, counted in units of 1,048,576 bytes. */
export function formatMegabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(2);
}
