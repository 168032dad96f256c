import type { Decision } from '@doorstep/contract/verifications';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { Place, View } from './places.ts';
import written from './stories.json' with { type: 'json' };

export interface Story {
  kind: Place['kind'];
  observation: Decision;
  met: 'Self' | 'Spouse' | 'Manager' | 'Nobody';
  outcome: VisitOutcome;
  /** Whether the agent made an attempt before this visit and found the door locked. */
  hasAttempt?: boolean;
  remark: string;
  views: readonly View[];
  feedback: readonly string[];
}

export const stories = written as readonly Story[];
