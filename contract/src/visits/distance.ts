interface Point {
  latitude: number;
  longitude: number;
}

const earthRadius = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function metresBetween(one: Point, two: Point): number {
  const north = radians(two.latitude - one.latitude);
  const east = radians(two.longitude - one.longitude);
  const shrink = Math.cos(radians(one.latitude)) * Math.cos(radians(two.latitude));
  const half = Math.sin(north / 2) ** 2 + shrink * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, half)));
}
