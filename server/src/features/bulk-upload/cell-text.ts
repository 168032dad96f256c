const errorValues = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/;

// Control characters, which PostgreSQL (NUL) and PDF engines refuse; tab and line feed stay.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** What a cell says, trimmed: numbers without exponent or '.0', dates in ISO form, errors and formulas without a value empty. */
export function cellText(value: unknown): string {
  switch (typeof value) {
    case 'string': {
      const text = value.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed().trim();
      return errorValues.test(text) ? '' : text;
    }
    case 'number':
      return plainNumber(value);
    case 'boolean':
      return value ? 'TRUE' : 'FALSE';
    default:
      return value instanceof Date ? isoDate(value) : '';
  }
}

/** Spreadsheets hold 15 significant digits; the rest is binary noise. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (Number.isSafeInteger(value)) return String(value + 0);
  return Number(value.toPrecision(15)).toLocaleString('en-US', {
    useGrouping: false,
    maximumFractionDigits: 20,
  });
}

function isoDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}
