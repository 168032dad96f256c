import type { Finding } from '@doorstep/contract/evidence/findings';
import { useState } from 'react';
import type { LooseVerification } from '../verifications/loose-verification.ts';

export type FindingAction = 'dismiss' | 'correct pin code';

interface State {
  /** The case that the state belongs to. Another case starts again. */
  id: number | undefined;
  /** The check whose finding is open: undefined before a choice, null for none. */
  open: string | null | undefined;
  /** Where the focus goes: to a check's finding or, with `end`, to the text that none is left. */
  focus?: string;
  /** The action in progress, its finding, and the position in the list. */
  doing?: { what: FindingAction; finding: Finding; at: number };
}

/** The findings of a case that are not dismissed, the open one, and the action in progress. */
export function useFindings(verification: LooseVerification | undefined) {
  const id = verification?.verification_id;
  const [stored, setStored] = useState<State>({ id, open: undefined });
  const state: State = stored.id === id ? stored : { id, open: undefined };
  const set = (change: Partial<State>) => setStored({ id, open: state.open, ...change });
  const standing = (verification?.evidence?.findings ?? []).filter(({ dismissed }) => !dismissed);
  const [first] = standing;
  // A note alone does not count and stays closed.
  const begun = first && first.level !== 'note' ? first.check : null;
  const open = state.open === undefined ? begun : state.open;
  const opened = standing.find(({ check }) => check === open);

  return {
    standing,
    opened,
    focus: state.focus,
    doing: state.doing,
    toggle: (check: string) => set({ open: check === open ? null : check }),
    /** Opens the next finding. After the last one, opens the first one. Returns it. */
    next(): Finding | undefined {
      // The finding that was open from the start comes first.
      const at = opened && state.open !== undefined ? standing.indexOf(opened) : -1;
      const next = standing[(at + 1) % Math.max(standing.length, 1)];
      if (next) set({ open: next.check, focus: next.check });
      return next;
    },
    begin: (what: FindingAction, finding: Finding) =>
      set({ open: finding.check, doing: { what, finding, at: standing.indexOf(finding) } }),
    /** Returns to the finding, which stays. */
    cancel: () => set(state.doing ? { focus: state.doing.finding.check } : {}),
    /** Moves to the next finding, because this one is dismissed. */
    moveOn() {
      const { doing } = state;
      if (!doing) return;
      const rest = standing.filter(({ check }) => check !== doing.finding.check);
      const next = rest[doing.at] ?? rest[0];
      // A late answer must not change the case that is shown by then.
      setStored((now) =>
        now.doing === doing ? { id, open: next?.check ?? null, focus: next?.check ?? 'end' } : now,
      );
    },
  };
}
export type FindingsState = ReturnType<typeof useFindings>;

/** Returns the level of a case's worst finding. */
export const worstOf = (verification: LooseVerification | undefined) =>
  verification?.evidence?.findings.find(({ dismissed }) => !dismissed)?.level;
