import type { Threshold } from '@doorstep/contract/evidence/office';
import { formatNumber } from '../../lib/format.ts';

/** What was typed for each threshold, by its name. */
export type Typed = Record<string, string>;

/** A typed number; NaN for anything else. */
export function numberOf(text: string): number {
  const plain = text.trim().replaceAll(',', '');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

type Bounds = Pick<Threshold, 'least' | 'most' | 'unit'>;

/** '20 to 300 km/h'. */
export const boundsOf = ({ least, most, unit }: Bounds) =>
  `${formatNumber(least)} to ${formatNumber(most)} ${unit}`;

/** Why what was typed is none; undefined where it is good. */
export function problemOf({ least, most, unit }: Bounds, text: string): string | undefined {
  const number = numberOf(text);
  if (Number.isInteger(number) && number >= least && number <= most) return undefined;
  return `Must be a whole number between ${formatNumber(least)} and ${formatNumber(most)} ${unit}`;
}

/** What to send: only what differs, null for what goes back to the original. */
export function changesOf(thresholds: readonly Threshold[], typed: Typed) {
  const changes: Record<string, number | null> = {};
  for (const { name, value, original } of thresholds) {
    const wanted = numberOf(typed[name] ?? String(value));
    if (wanted !== value) changes[name] = wanted === original ? null : wanted;
  }
  return changes;
}

/** The thresholds as a form shows them. */
export const typedOf = (thresholds: readonly Threshold[]): Typed =>
  Object.fromEntries(thresholds.map(({ name, value }) => [name, String(value)]));
