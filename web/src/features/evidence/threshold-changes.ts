import { contradictionOf, type Threshold } from '@doorstep/contract/evidence/office';
import { formatNumber } from '../../lib/format.ts';

export type Typed = Record<string, string>;

export function numberOf(text: string): number {
  const plain = text.trim().replaceAll(',', '');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

type Bounds = Pick<Threshold, 'least' | 'most' | 'unit'>;

export const boundsOf = ({ least, most, unit }: Bounds) =>
  `${formatNumber(least)} to ${formatNumber(most)} ${unit}`;

export function problemOf({ least, most, unit }: Bounds, text: string): string | undefined {
  const number = numberOf(text);
  if (Number.isInteger(number) && number >= least && number <= most) return undefined;
  return `Enter a whole number from ${formatNumber(least)} to ${formatNumber(most)} ${unit}`;
}

/** Returns the thresholds that are compared with this one: its upper limit, and those that it limits. */
export const inOrderWith = (threshold: Threshold, thresholds: readonly Threshold[]) =>
  thresholds.filter(
    ({ name, not_above }) => name === threshold.not_above || not_above === threshold.name,
  );

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

/** Returns only the values that changed: null instead of a threshold's default, which restores it. */
export function changesOf(thresholds: readonly Threshold[], typed: Typed) {
  const changes: Record<string, number | null> = {};
  for (const { name, value, original } of thresholds) {
    const wanted = numberOf(typed[name] ?? String(value));
    if (wanted !== value) changes[name] = wanted === original ? null : wanted;
  }
  return changes;
}

export const typedOf = (thresholds: readonly Threshold[]): Typed =>
  Object.fromEntries(thresholds.map(({ name, value }) => [name, String(value)]));
