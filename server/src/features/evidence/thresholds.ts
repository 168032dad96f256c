import type { CheckId } from '@doorstep/contract/evidence/checks';
import table from './thresholds.json' with { type: 'json' };

/** A number that checks use. A super admin may change it within its bounds. */
interface Threshold {
  /** The checks that read it; the screen lists it under the first. */
  checks: readonly CheckId[];
  /** The value before any change. */
  value: number;
  unit: string;
  least: number;
  most: number;
  /** The description for the person who changes it. */
  says: string;
}

export type ThresholdName = keyof typeof table;

/** All numbers that the checks use, in one place. */
export const thresholdTable = table as Record<ThresholdName, Threshold>;

export type Thresholds = Record<ThresholdName, number>;

/** In each pair, the first must not exceed the second; otherwise a serious finding would be less than a look. */
export const inOrder: readonly (readonly [low: ThresholdName, high: ThresholdName])[] = [
  ['fastKmh', 'tooFastKmh'],
  ['tooShortSeconds', 'shortSeconds'],
  ['frozenFixes', 'flatFixes'],
];

/** Returns the defaults with the provider's changes. */
export function thresholdsWith(changed: Partial<Thresholds> = {}): Thresholds {
  const values = Object.entries(thresholdTable).map(([name, { value }]) => [name, value]);
  return { ...(Object.fromEntries(values) as Thresholds), ...changed };
}
