import { contradictionOf, type Threshold } from '@doorstep/contract/evidence/office';
import { formatNumber } from '../../lib/format.ts';

/** The typed text of each threshold, by name. */
export type Typed = Record<string, string>;

/** Returns a typed number; NaN for other text. */
export function numberOf(text: string): number {
  const plain = text.trim().replaceAll(',', '');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

type Bounds = Pick<Threshold, 'least' | 'most' | 'unit'>;

/** '20 to 300 km/h'. */
export const boundsOf = ({ least, most, unit }: Bounds) =>
  `${formatNumber(least)} to ${formatNumber(most)} ${unit}`;

/** Returns why a typed text is invalid; undefined if it is valid. */
export function problemOf({ least, most, unit }: Bounds, text: string): string | undefined {
  const number = numberOf(text);
  if (Number.isInteger(number) && number >= least && number <= most) return undefined;
  return `Must be a whole number between ${formatNumber(least)} and ${formatNumber(most)} ${unit}`;
}

/** Returns the thresholds that must be ordered with a threshold: its upper limit, and those that it limits. */
export const inOrderWith = (threshold: Threshold, thresholds: readonly Threshold[]) =>
  thresholds.filter(
    ({ name, not_above }) => name === threshold.not_above || not_above === threshold.name,
  );

/** Returns why a typed value contradicts another; undefined if it does not. */
export function contradictionIn(
  threshold: Threshold,
  thresholds: readonly Threshold[],
  typed: Typed,
): string | undefined {
  const asTyped = (one: Threshold) => ({ ...one, value: numberOf(typed[one.name] ?? '') });
  return inOrderWith(threshold, thresholds)
    .map((other) => {
      const [low, high] =
        other.name === threshold.not_above ? [threshold, other] : [other, threshold];
      return contradictionOf(asTyped(low), asTyped(high));
    })
    .find((words) => words !== undefined);
}

/** Returns the changes to send: only differences, with null to restore a default. */
export function changesOf(thresholds: readonly Threshold[], typed: Typed) {
  const changes: Record<string, number | null> = {};
  for (const { name, value, original } of thresholds) {
    const wanted = numberOf(typed[name] ?? String(value));
    if (wanted !== value) changes[name] = wanted === original ? null : wanted;
  }
  return changes;
}

/** Returns the thresholds as a form shows them. */
export const typedOf = (thresholds: readonly Threshold[]): Typed =>
  Object.fromEntries(thresholds.map(({ name, value }) => [name, String(value)]));
