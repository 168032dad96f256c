import type { CheckId } from '@doorstep/contract/evidence/checks';
import table from './thresholds.json' with { type: 'json' };

/** A number that checks use, and that a super admin can change between `least` and `most`. */
interface Threshold {
  /** The checks that read the threshold. The screen lists the threshold under the first check. */
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

/**
 * Pairs of thresholds in which the first must not exceed the second. Otherwise, a value could be serious
 * without being worth a look.
 */
export const inOrder: readonly (readonly [low: ThresholdName, high: ThresholdName])[] = [
  ['fastKmh', 'tooFastKmh'],
  ['tooShortSeconds', 'shortSeconds'],
  ['frozenFixes', 'flatFixes'],
];

/** Returns all thresholds: the defaults, replaced by the provider's changes. */
export function thresholdsWith(changed: Partial<Thresholds> = {}): Thresholds {
  const values = Object.entries(thresholdTable).map(([name, { value }]) => [name, value]);
  return { ...(Object.fromEntries(values) as Thresholds), ...changed };
}
