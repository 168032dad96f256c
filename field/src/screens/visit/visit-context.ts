import { createContext, useContext } from 'react';
import type { GoHow } from '../../lib/address.ts';
import type { Draft } from '../../lib/visit/draft.ts';
import type { Plan, Step } from './steps.ts';

/** The open visit, shared by its steps. */
export interface VisitView {
  draft: Draft;
  plan: Plan;
  /** Changes the draft; answers it as it stands then, or undefined where the phone could not save it: the screen takes it back. */
  save: (change: (draft: Draft) => Draft) => Promise<Draft | undefined>;
  /** The same for what is typed, which stays on the screen: what the phone could not save is saved with the next change. */
  saveTyped: (change: (draft: Draft) => Draft) => void;
  /** `full`: the phone is full; `failed`: it could not be kept for another reason. */
  keeping: 'kept' | 'full' | 'failed';
  go: (step: Step | 'camera' | 'photo' | 'skip', detail?: string | number, how?: GoHow) => void;
  /** Opens the step after this one, by the draft as it then stands; the summary again, where that opened this one. */
  goOn: (from: Step, draft?: Draft) => void;
  goBack: (from: Step | 'camera' | 'photo' | 'skip') => void;
}

export const VisitContext = createContext<VisitView | null>(null);

export function useVisit(): VisitView {
  const visit = useContext(VisitContext);
  if (!visit) throw new Error('A step stands outside of its visit');
  return visit;
}
