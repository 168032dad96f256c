const errorValues = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/;

// Control characters are removed, because PostgreSQL rejects NUL and PDF engines reject the other control
// characters. Tabs and line feeds stay.
const controls = /[^\P{Cc}\t\n]/gu;

// Matches texts that may need cleaning: they contain control characters or surrogates, or begin with the # of
// an error. Most texts don't match.
const unusual = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]|^\s*#/;

// Spreadsheets store 15 significant digits. Any further digits come from binary rounding.
const digits = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 });

/**
 * Returns the trimmed text of a cell: numbers without exponent or '.0', dates in ISO form. Errors, and
 * formulas without a value, become ''.
 */
export function cellText(value: unknown): string {
  if (typeof value === 'string') {
    if (!unusual.test(value)) return value.trim();
    const text = value.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed().trim();
    return text.startsWith('#') && errorValues.test(text) ? '' : text;
  }
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value instanceof Date ? isoDate(value) : '';
}

function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  return Number.isSafeInteger(value) ? String(value) : digits.format(value);
}

function isoDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}
