import { secondLookTexts } from '@doorstep/contract/review/second-looks';
import type { Decision } from '@doorstep/contract/verifications';
import type { OwedLook, StoredLook } from './second-look-store.ts';

interface Circumstances {
  decision: Decision;
  wasSerious: boolean;
  asks: boolean;
  isNewAgent: boolean;
  /**
   * The percentage of decisions that the server chooses at random for a second look. Null if this
   * verification was not drawn.
   */
  drawnPercent: number | null;
}

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
