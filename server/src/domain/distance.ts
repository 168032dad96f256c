interface Point {
  latitude: number | null;
  longitude: number | null;
}

const earthRadius = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two places, as the crow flies; undefined unless both are known. */
export function distanceBetween(one: Point, two: Point): number | undefined {
  if (one.latitude === null || one.longitude === null) return undefined;
  if (two.latitude === null || two.longitude === null) return undefined;
  const north = radians(two.latitude - one.latitude);
  const east = radians(two.longitude - one.longitude);
  const shrink = Math.cos(radians(one.latitude)) * Math.cos(radians(two.latitude));
  const half = Math.sin(north / 2) ** 2 + shrink * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, half)));
}

/** As exact as a phone knows its place: to ten metres, from a kilometre on to a tenth of one. */
export function formatDistance(metres: number): string {
  if (metres < 10) return 'under 10 m';
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`;
  return metres < 99_950 ? `${(metres / 1000).toFixed(1)} km` : `${Math.round(metres / 1000)} km`;
}
