import type { CasePhoto } from '../photos/case-photos.ts';

interface Point {
  latitude: number;
  longitude: number;
}

/**
 * The place of the visit, and the places around it. Photos are named by numbers, and other places by letters.
 */
export interface CasePlace extends Point {
  /** The accuracy of the visit's place in metres. Null if unknown. */
  accuracy: number | null;
  others: { name: string; point: Point; accuracy?: number | null }[];
}

/** Points farther than this many metres from the visit are marked as far away. */
export const farAway = 300;

const metresPerDegree = 111_195;
const steps = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 200_000];

/** Returns how many metres `to` is east (`x`) and south (`y`) of `from`. */
function offset(from: Point, to: Point) {
  return {
    x:
      (to.longitude - from.longitude) * metresPerDegree * Math.cos((from.latitude * Math.PI) / 180),
    y: (from.latitude - to.latitude) * metresPerDegree,
  };
}

export function placeOf(
  verification: { latitude?: number | null; longitude?: number | null },
  accuracy: number | null,
  photos: readonly CasePhoto[],
): CasePlace | undefined {
  const { latitude, longitude } = verification;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  const others = photos.flatMap(({ point }, index) =>
    point ? [{ name: String(index + 1), point }] : [],
  );
  return { latitude, longitude, accuracy, others };
}

interface Mark {
  x: number;
  y: number;
  names: string[];
  isFar: boolean;
}

/** Positions are in pixels of the picture. */
export interface PlaceDrawing {
  visit: { x: number; y: number };
  /** The radius of the circle of the visit's accuracy. Undefined if unknown. */
  accuracy: number | undefined;
  /** The radii of the rings, one step apart. */
  rings: number[];
  reaches: { x: number; y: number; radius: number }[];
  step: { metres: number; pixels: number };
  marks: Mark[];
  farthest: { x: number; y: number; metres: number } | undefined;
}

/** Scales a place to a picture of `width` by `height` pixels. `far` is in metres, see {@link farAway}. */
export function drawPlace(
  place: CasePlace,
  width: number,
  height: number,
  far = farAway,
): PlaceDrawing {
  const points = place.others.map(({ name, point, accuracy }) => ({
    ...{ name, accuracy: accuracy ?? 0 },
    ...offset(place, point),
  }));
  const reach = Math.max(place.accuracy ?? 0, 8);
  const xs = [...points.flatMap(({ x, accuracy }) => [x - accuracy, x + accuracy]), -reach, reach];
  const ys = [...points.flatMap(({ y, accuracy }) => [y - accuracy, y + accuracy]), -reach, reach];
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  // Leaves room at the edges for the marks, and at the bottom for the bar that shows the scale.
  const scale = Math.min(
    (width - 48) / (right - left),
    (height - 56) / (bottom - top),
    (height * 0.3) / reach,
  );
  const visit = {
    x: width / 2 - (scale * (left + right)) / 2,
    y: (height - 16) / 2 - (scale * (top + bottom)) / 2,
  };
  const metres = steps.find((one) => one * scale >= 38) ?? 500_000;
  const pixels = metres * scale;
  const rings: number[] = [];
  for (let radius = pixels; radius < width; radius += pixels) rings.push(radius);

  const marks: Mark[] = [];
  for (const { name, x, y } of points) {
    const at = { x: visit.x + x * scale, y: visit.y + y * scale };
    const near = marks.find((mark) => Math.hypot(mark.x - at.x, mark.y - at.y) < 18);
    const isFar = Math.hypot(x, y) > far;
    if (near) near.names.push(name);
    else marks.push({ ...at, names: [name], isFar });
  }
  // Moves marks that would cover the mark of the visit.
  for (const mark of marks) {
    if (Math.hypot(mark.x - visit.x, mark.y - visit.y) < 14) {
      mark.x = visit.x;
      mark.y = visit.y < 32 ? visit.y + 20 : visit.y - 20;
    }
  }
  const [farthest] = points.toSorted((a, b) => Math.hypot(b.x, b.y) - Math.hypot(a.x, a.y));
  const distance = farthest ? Math.hypot(farthest.x, farthest.y) : 0;
  return {
    visit,
    accuracy: place.accuracy === null ? undefined : Math.max(place.accuracy * scale, 7),
    rings,
    reaches: points
      .filter(({ accuracy }) => accuracy * scale >= 7)
      .map(({ x, y, accuracy }) => ({
        x: visit.x + x * scale,
        y: visit.y + y * scale,
        radius: accuracy * scale,
      })),
    step: { metres, pixels },
    marks,
    farthest:
      farthest && distance > far
        ? { x: visit.x + farthest.x * scale, y: visit.y + farthest.y * scale, metres: distance }
        : undefined,
  };
}
