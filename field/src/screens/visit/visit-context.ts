import { createContext, useContext } from 'react';
import type { GoHow } from '../../lib/address.ts';
import type { Draft } from '../../lib/visit/draft.ts';
import type { Plan, Step } from './steps.ts';

/** The open visit, shared by its steps. */
export interface VisitView {
  draft: Draft;
  plan: Plan;
  /** Changes the draft. Returns the new draft, or undefined if the phone could not save it: the screen then undoes the change. */
  save: (change: (draft: Draft) => Draft) => Promise<Draft | undefined>;
  /** Like `save`, for typed text, which stays on the screen. Text that could not be saved is saved with the next change. */
  saveTyped: (change: (draft: Draft) => Draft) => void;
  /** `full`: the phone is full. `failed`: saving failed for another reason. */
  keeping: 'kept' | 'full' | 'failed';
  go: (step: Step | PhotoDetour, detail?: string | number, how?: GoHow) => void;
  /** Opens the step after this one, based on the new draft. Returns to the summary if that opened this step. */
  goOn: (from: Step, draft?: Draft) => void;
  goBack: (from: Step | PhotoDetour) => void;
  /** The view at the door of a practice visit; absent in a real one. */
  practice?: string;
}

/** The screens that the step of the photos opens. */
type PhotoDetour = 'camera' | 'photo' | 'crop' | 'skip';

export const VisitContext = createContext<VisitView | null>(null);

export function useVisit(): VisitView {
  const visit = useContext(VisitContext);
  if (!visit) throw new Error('A step was shown outside of its visit');
  return visit;
}
