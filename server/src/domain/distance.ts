import { metresBetween } from '@doorstep/contract/visits/distance';

interface Point {
  latitude: number | null;
  longitude: number | null;
}

/** Returns the metres between two places; undefined if one of them is unknown. */
export function distanceBetween(one: Point, two: Point): number | undefined {
  const [from, to] = [known(one), known(two)];
  return from && to && metresBetween(from, to);
}

const known = ({ latitude, longitude }: Point) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

export function formatDistance(metres: number): string {
  if (metres < 10) return 'under 10 m';
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`;
  return metres < 99_950 ? `${(metres / 1000).toFixed(1)} km` : `${Math.round(metres / 1000)} km`;
}
