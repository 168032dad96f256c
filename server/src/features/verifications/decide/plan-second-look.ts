import { secondLookTexts } from '@doorstep/contract/review/second-looks';
import type { Decision } from '@doorstep/contract/verifications';
import type { OwedLook, StoredLook } from './second-look-store.ts';

interface Circumstances {
  decision: Decision;
  wasSerious: boolean;
  asks: boolean;
  isNewAgent: boolean;
  /** The percentage of the draw that includes the verification; null if it does not. */
  drawnPercent: number | null;
}

/**
 * Returns the second look that a first decision owes if the lender wants second looks. Only two reasons delay
 * a decision.
 */
export function owedLook({
  decision,
  wasSerious,
  asks,
  isNewAgent,
  drawnPercent,
}: Circumstances): OwedLook | undefined {
  const isPositive = decision === 'positive';
  const drawn = { drawn_percent: drawnPercent };
  if (isPositive && wasSerious) return { because: 'finding', delays: true, ...drawn };
  if (asks) return { because: 'asked', delays: isPositive, ...drawn };
  if (isNewAgent) return { because: 'new_agent', delays: false, ...drawn };
  return drawnPercent === null ? undefined : { because: 'sample', delays: false, ...drawn };
}

/**
 * Returns the role of a decision in the current look: the first one, the second one, or the one that settles
 * it.
 */
export function roleOf(
  look: StoredLook | undefined,
  adminId: number,
): 'first' | 'second' | 'settled' {
  if (look?.state === 'differs') return 'settled';
  return look?.state === 'owed' && look.first_by !== adminId ? 'second' : 'first';
}

export const messages = {
  updated: (decision: Decision) => `Decision updated to ${decision}.`,
  ...secondLookTexts,
  alone: (decision: Decision) => `Decision updated to ${decision}. ${secondLookTexts.alone}`,
  confirmed: (decision: Decision) => `Decision updated to ${decision}. Both reviewers agree.`,
} as const;
