import { seeded } from '../../../demo/seeded.ts';
import type { Place } from '../../../features/evidence/checked-verification.ts';

const metresPerDegree = 111_195;

export function chancesOf(seed: number) {
  const { next, between, pick } = seeded(seed);
  const happens = (share: number) => next() < share;
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const around = (median: number, spread: number) => median * Math.exp(spread * normal());
  const range = (low: number, high: number) => low + next() * (high - low);
  return { next, between, pick, happens, normal, around, range };
}
export type Chances = ReturnType<typeof chancesOf>;

export type Point = Pick<Place, 'latitude' | 'longitude'>;

export function away({ next }: Chances, from: Point, metres: number): Point {
  const angle = 2 * Math.PI * next();
  const shrink = Math.cos((from.latitude * Math.PI) / 180);
  return {
    latitude: from.latitude + (metres * Math.sin(angle)) / metresPerDegree,
    longitude: from.longitude + (metres * Math.cos(angle)) / metresPerDegree / shrink,
  };
}
