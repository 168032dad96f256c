import type { CasePhoto } from './case-photos.ts';

interface Point {
  latitude: number;
  longitude: number;
}

/** Where a visit was closed and where its photos were taken. */
export interface CasePlace extends Point {
  /** Metres within which the visit's place lies; null where nobody said. */
  accuracy: number | null;
  photos: { number: number; point: Point }[];
}

/** Metres from the visit at which a photo is far away. */
export const farAway = 300;

const metresPerDegree = 111_195;
const steps = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 200_000];

/** A photo's place in metres east and south of the visit. */
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
  const known = photos.flatMap(({ point }, index) => (point ? [{ number: index + 1, point }] : []));
  return { latitude, longitude, accuracy, photos: known };
}

/** Photos close together share a mark. */
interface Mark {
  x: number;
  y: number;
  numbers: number[];
  isFar: boolean;
}

/** A place to scale, in pixels of a picture of this size. */
export interface PlaceDrawing {
  visit: { x: number; y: number };
  /** Radius of the circle in which the visit lies, where that is known. */
  accuracy: number | undefined;
  /** Radii of the rings, a step apart. */
  rings: number[];
  /** Metres of a step, and its pixels. */
  step: { metres: number; pixels: number };
  marks: Mark[];
  /** The farthest photo, where it is far away. */
  farthest: { x: number; y: number; metres: number } | undefined;
}

export function drawPlace(place: CasePlace, width: number, height: number): PlaceDrawing {
  const points = place.photos.map(({ number, point }) => ({ number, ...offset(place, point) }));
  const reach = Math.max(place.accuracy ?? 0, 8);
  const xs = [...points.map(({ x }) => x), -reach, reach];
  const ys = [...points.map(({ y }) => y), -reach, reach];
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  // Room for the marks at the edges, and for the scale at the foot.
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
  for (const { number, x, y } of points) {
    const at = { x: visit.x + x * scale, y: visit.y + y * scale };
    const near = marks.find((mark) => Math.hypot(mark.x - at.x, mark.y - at.y) < 18);
    const isFar = Math.hypot(x, y) > farAway;
    if (near) near.numbers.push(number);
    else marks.push({ ...at, numbers: [number], isFar });
  }
  // A mark on the visit itself would hide it.
  for (const mark of marks) {
    if (Math.hypot(mark.x - visit.x, mark.y - visit.y) < 14) {
      mark.x = visit.x;
      mark.y = visit.y - 20;
    }
  }
  const [farthest] = points.toSorted((a, b) => Math.hypot(b.x, b.y) - Math.hypot(a.x, a.y));
  const distance = farthest ? Math.hypot(farthest.x, farthest.y) : 0;
  return {
    visit,
    accuracy: place.accuracy === null ? undefined : Math.max(place.accuracy * scale, 7),
    rings,
    step: { metres, pixels },
    marks,
    farthest:
      farthest && distance > farAway
        ? { x: visit.x + farthest.x * scale, y: visit.y + farthest.y * scale, metres: distance }
        : undefined,
  };
}
