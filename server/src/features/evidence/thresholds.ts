import type { CheckId } from '@doorstep/contract/evidence/checks';
import table from './thresholds.json' with { type: 'json' };

/** A number that checks use. A super admin can change it between `least` and `most`. */
interface Threshold {
  /** The checks that read the threshold. The screen lists the threshold under the first of them. */
  checks: readonly CheckId[];
  /** The default value. */
  value: number;
  unit: string;
  least: number;
  most: number;
  /** The description that the super admin sees. */
  says: string;
}

export type ThresholdName = keyof typeof table;

export const thresholdTable = table as Record<ThresholdName, Threshold>;

export type Thresholds = Record<ThresholdName, number>;

/** Pairs of thresholds in which the first must not exceed the second, because both are limits of one check. */
export const inOrder: readonly (readonly [low: ThresholdName, high: ThresholdName])[] = [
  ['fastKmh', 'tooFastKmh'],
  ['tooShortSeconds', 'shortSeconds'],
  ['frozenFixes', 'flatFixes'],
];

export function thresholdsWith(changed: Partial<Thresholds> = {}): Thresholds {
  const values = Object.entries(thresholdTable).map(([name, { value }]) => [name, value]);
  return { ...(Object.fromEntries(values) as Thresholds), ...changed };
}
