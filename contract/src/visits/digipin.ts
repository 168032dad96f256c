/**
 * The names of the sixteen squares into which each of the ten steps divides a square. The northernmost row is
 * first.
 */
const rows = ['FC98', 'J327', 'K456', 'LMPT'];
const [south, west, side] = [2.5, 63.5, 36];

/**
 * Returns the DIGIPIN of a place, such as `39J-49L-L8T4`. A DIGIPIN names a square of about 4 m in India
 * Post's grid. Undefined outside the grid, which covers 2.5 to 38.5 degrees north and 63.5 to 99.5 degrees
 * east.
 */
export function digipinOf(latitude: number, longitude: number): string | undefined {
  let [north, east] = [(latitude - south) / side, (longitude - west) / side];
  if (!(north >= 0 && north <= 1 && east >= 0 && east <= 1)) return undefined;
  let pin = '';
  for (let level = 1; level <= 10; level++) {
    // A place on the northern or eastern edge of the grid belongs to the square inside this edge.
    const [row, column] = [Math.min(3, Math.floor(north * 4)), Math.min(3, Math.floor(east * 4))];
    pin += rows[3 - row]?.[column];
    if (level === 3 || level === 6) pin += '-';
    [north, east] = [north * 4 - row, east * 4 - column];
  }
  return pin;
}
