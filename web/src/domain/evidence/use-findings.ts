import type { Finding } from '@doorstep/contract/evidence/findings';
import { useState } from 'react';
import type { LooseVerification } from '../verifications/loose-verification.ts';

export type FindingAction = 'dismiss' | 'correct pin code';

interface State {
  /** The verification that this state belongs to. When another one is shown, the state starts again. */
  id: number | undefined;
  /** The check whose finding is open, null if none is, undefined while the user has opened or closed none. */
  open: string | null | undefined;
  /**
   * The check whose finding gets the focus. With `end`, the text that no finding is left gets the focus.
   */
  focus?: string;
  /** The action in progress, with the finding's position `at` in the list. */
  doing?: { what: FindingAction; finding: Finding; at: number };
}

export function useFindings(verification: LooseVerification | undefined) {
  const id = verification?.verification_id;
  const [stored, setStored] = useState<State>({ id, open: undefined });
  const state: State = stored.id === id ? stored : { id, open: undefined };
  const set = (change: Partial<State>) => setStored({ id, open: state.open, ...change });
  const standing = (verification?.evidence?.findings ?? []).filter(({ dismissed }) => !dismissed);
  const [first] = standing;
  // If the worst finding is only a note, no finding is open at first.
  const begun = first && first.level !== 'note' ? first.check : null;
  const open = state.open === undefined ? begun : state.open;
  const opened = standing.find(({ check }) => check === open);

  return {
    standing,
    opened,
    focus: state.focus,
    doing: state.doing,
    toggle: (check: string) => set({ open: check === open ? null : check }),
    next(): Finding | undefined {
      // At first, this opens the first finding, even if it is already open by default.
      const at = opened && state.open !== undefined ? standing.indexOf(opened) : -1;
      const next = standing[(at + 1) % Math.max(standing.length, 1)];
      if (next) set({ open: next.check, focus: next.check });
      return next;
    },
    begin: (what: FindingAction, finding: Finding) =>
      set({ open: finding.check, doing: { what, finding, at: standing.indexOf(finding) } }),
    cancel: () => set(state.doing ? { focus: state.doing.finding.check } : {}),
    moveOn() {
      const { doing } = state;
      if (!doing) return;
      const rest = standing.filter(({ check }) => check !== doing.finding.check);
      const next = rest[doing.at] ?? rest[0];
      // Changes nothing if the user cancelled the action, or began to work on another case, before the answer
      // arrived.
      setStored((now) =>
        now.doing === doing ? { id, open: next?.check ?? null, focus: next?.check ?? 'end' } : now,
      );
    },
  };
}
export type FindingsState = ReturnType<typeof useFindings>;

/**
 * Returns the level of the first finding that is not dismissed. The backend sorts the worst finding first.
 */
export const worstOf = (verification: LooseVerification | undefined) =>
  verification?.evidence?.findings.find(({ dismissed }) => !dismissed)?.level;
