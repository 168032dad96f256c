import { metresBetween } from '@doorstep/contract/visits/distance';

export interface Point {
  latitude: number;
  longitude: number;
}

/** Above this number of stops, only three are tried as the first stop, so that a slow phone needs at most 50 ms. */
const fewStops = 10;
const firstsOfMany = 3;
/**
 * The maximum number of stops that are sorted by nearness. The time grows at least with the square of this
 * number.
 */
export const mostStops = 25;

/**
 * Returns the indices of the stops in the order of a short way from `start`. Without `start`, the way may
 * begin at any stop. Tries several first stops, each with nearest neighbour followed by 2-opt.
 */
export function findShortWay(stops: readonly Point[], start: Point | null): number[] {
  const all = start ? [...stops, start] : stops;
  const metres = all.map((one, at) => all.slice(0, at).map((other) => metresBetween(one, other)));
  const between = (one: number, other: number) =>
    (one > other ? metres[one]?.[other] : metres[other]?.[one]) ?? 0;
  const before = start ? [stops.length] : [];
  let shortest: number[] = [];
  let least = Infinity;
  const nearestFirst = [...stops.keys()].sort(
    (a, b) => between(stops.length, a) - between(stops.length, b),
  );
  const firsts = nearestFirst.slice(0, stops.length > fewStops ? firstsOfMany : fewStops);
  for (const first of firsts) {
    const way = uncross([...before, ...takeNearest(first, stops.length, between)], between);
    const length = way.reduce((sum, stop, at) => sum + between(way[at - 1] ?? stop, stop), 0);
    if (length > least - 1) continue;
    shortest = way;
    least = length;
  }
  return shortest.slice(before.length);
}

type Distance = (one: number, other: number) => number;

function takeNearest(first: number, count: number, between: Distance): number[] {
  const way = [first];
  const left = new Set(Array.from({ length: count }, (_, at) => at));
  left.delete(first);
  for (let last = first; left.size > 0; ) {
    last = [...left].reduce((best, one) => (between(last, one) < between(last, best) ? one : best));
    left.delete(last);
    way.push(last);
  }
  return way;
}

/** Reverses parts of the way (2-opt) while that makes the way shorter. The first stop stays. */
function uncross(way: number[], between: Distance): number[] {
  const gap = (one?: number, other?: number) =>
    one === undefined || other === undefined ? 0 : between(one, other);
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (let from = 1; from < way.length - 1; from += 1) {
      for (let to = from + 1; to < way.length; to += 1) {
        const before = way[from - 1];
        const first = way[from];
        const last = way[to];
        const after = way[to + 1];
        const won = gap(before, first) + gap(last, after) - gap(before, last) - gap(first, after);
        // Ignores tiny gains, because rounding could otherwise make the loop swap two equal ways forever.
        if (won < 0.01) continue;
        way.splice(from, to - from + 1, ...way.slice(from, to + 1).reverse());
        isShorter = true;
      }
    }
  }
  return way;
}
