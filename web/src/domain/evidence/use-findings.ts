import type { Finding } from '@doorstep/contract/evidence/findings';
import { useState } from 'react';
import type { LooseVerification } from '../verifications/loose-verification.ts';

export type FindingAction = 'dismiss' | 'correct pin code';

interface State {
  /** Of which case; each starts afresh. */
  id: number | undefined;
  /** The check whose finding is open: undefined as long as nobody chose, null for none. */
  open: string | null | undefined;
  /** Where the focus goes: to a check's finding, or with `end` to what stands there when none is left. */
  focus?: string;
  /** What is being done, about which, and where that stands. */
  doing?: { what: FindingAction; finding: Finding; at: number };
}

/** The findings of a case that nobody dismissed, which of them is open, and what is being done about one. */
export function useFindings(verification: LooseVerification | undefined) {
  const id = verification?.verification_id;
  const [stored, setStored] = useState<State>({ id, open: undefined });
  const state: State = stored.id === id ? stored : { id, open: undefined };
  const set = (change: Partial<State>) => setStored({ id, open: state.open, ...change });
  const standing = (verification?.evidence?.findings ?? []).filter(({ dismissed }) => !dismissed);
  const [first] = standing;
  // A note alone counts nothing and is not unfolded.
  const begun = first && first.level !== 'note' ? first.check : null;
  const open = state.open === undefined ? begun : state.open;
  const opened = standing.find(({ check }) => check === open);

  return {
    standing,
    opened,
    focus: state.focus,
    doing: state.doing,
    toggle: (check: string) => set({ open: check === open ? null : check }),
    /** Opens the next one, the first after the last; answers it. */
    next(): Finding | undefined {
      // The one that was open from the start comes first.
      const at = opened && state.open !== undefined ? standing.indexOf(opened) : -1;
      const next = standing[(at + 1) % Math.max(standing.length, 1)];
      if (next) set({ open: next.check, focus: next.check });
      return next;
    },
    begin: (what: FindingAction, finding: Finding) =>
      set({ open: finding.check, doing: { what, finding, at: standing.indexOf(finding) } }),
    /** Back to the finding, which stays. */
    cancel: () => set(state.doing ? { focus: state.doing.finding.check } : {}),
    /** On to the next one: this one is dismissed. */
    moveOn() {
      const { doing } = state;
      if (!doing) return;
      const rest = standing.filter(({ check }) => check !== doing.finding.check);
      const next = rest[doing.at] ?? rest[0];
      // An answer that comes late moves nothing of the case that is shown by then.
      setStored((now) =>
        now.doing === doing ? { id, open: next?.check ?? null, focus: next?.check ?? 'end' } : now,
      );
    },
  };
}
export type FindingsState = ReturnType<typeof useFindings>;

/** How much a case asks to be looked at: its worst finding. */
export const worstOf = (verification: LooseVerification | undefined) =>
  verification?.evidence?.findings.find(({ dismissed }) => !dismissed)?.level;
