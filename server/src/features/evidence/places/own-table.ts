import { parseCsv } from 'hucre/csv';
import { isInIndia } from '../../../domain/pins/india.ts';
import type { PinPlace } from '../../../domain/pins/pin-table.ts';

/** Thrown if a table has an error. The message lists the wrong rows. */
export class WrongTable extends Error {}

const columns = ['pin_code', 'latitude', 'longitude', 'district'] as const;
type Column = (typeof columns)[number];

const mostProblems = 20;

/** Reads a provider's table of pin codes. Throws {@link WrongTable} if the table has an error. */
export function readOwnTable(text: string): PinPlace[] {
  const [heading = [], ...rows] = parseCsv(text, { skipEmptyRows: false }).map((cells) =>
    cells.map((cell) => String(cell ?? '').trim()),
  );
  const names = heading.map((name) => name.toLowerCase().replaceAll(' ', '_'));
  const missing = columns.filter((column) => !names.includes(column) && column !== 'district');
  if (missing.length > 0) {
    throw new WrongTable(
      `Row 1 must have the columns pin_code, latitude, longitude and, optionally, district. Missing: ${missing.join(', ')}.`,
    );
  }
  const problems: string[] = [];
  const rowOf = new Map<string, number>();
  const places: PinPlace[] = [];
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell === '')) continue;
    const row = index + 2;
    const value = (column: Column) => cells[names.indexOf(column)] ?? '';
    const pinCode = value('pin_code');
    const first = rowOf.get(pinCode);
    const place = {
      pinCode,
      latitude: numberOf(value('latitude')),
      longitude: numberOf(value('longitude')),
      district: value('district'),
    };
    const wrong =
      first === undefined
        ? problemOf(place, value)
        : `the pin code ${pinCode} is in row ${first} too`;
    if (wrong) problems.push(`Row ${row}: ${wrong}.`);
    if (first === undefined) rowOf.set(pinCode, row);
    places.push(place);
  }
  if (places.length === 0) problems.push('There is no row below the header.');
  if (problems.length > 0) throw new WrongTable(shorten(problems).join('\n'));
  return places;
}

function problemOf(place: PinPlace, value: (column: Column) => string): string | undefined {
  const { pinCode, latitude, longitude } = place;
  if (!/^[1-9]\d{5}$/.test(pinCode))
    return `the pin code ${quoted(pinCode)} must have 6 digits and not begin with 0`;
  if (Number.isNaN(latitude)) return `the latitude ${quoted(value('latitude'))} must be a number`;
  if (Number.isNaN(longitude))
    return `the longitude ${quoted(value('longitude'))} must be a number`;
  if (isInIndia({ latitude, longitude })) return undefined;
  return isInIndia({ latitude: longitude, longitude: latitude })
    ? 'latitude and longitude are swapped'
    : `${latitude}, ${longitude} is not in India`;
}

const quoted = (text: string) => `“${text.slice(0, 40)}”`;
const numberOf = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

const shorten = (problems: string[]) =>
  problems.length > mostProblems
    ? [...problems.slice(0, mostProblems), `And ${problems.length - mostProblems} more.`]
    : problems;
