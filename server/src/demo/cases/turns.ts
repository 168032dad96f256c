import type { DemoCase } from './cases.ts';
import { agentNames, isActiveAgent } from './people.ts';
import { areas } from './places.ts';

/** The three cases that did not go straight on: one story each. */
export interface Turns {
  /** Its visit came when another agent had the task already. */
  held: DemoCase;
  /** Sent back, and not visited again yet. */
  sentBack: DemoCase;
  /** Sent back for its photos, which the second visit brought. */
  answered: DemoCase;
}

/** Of the newest homes where the applicant was met and nobody has decided yet. */
export function turnsOf(cases: readonly DemoCase[]): Turns {
  const [held, sentBack, answered] = cases
    .filter(
      ({ visit, status }) =>
        status === 'visited' && visit?.story.met === 'Self' && visit.story.views.length === 6,
    )
    .slice(-3);
  if (!held || !sentBack || !answered) throw new Error('The demo has too few visits');
  return { held, sentBack, answered };
}

const activeAgents = agentNames.filter((_, index) => isActiveAgent(index)).length;

/** A colleague who works in the same area. */
export function colleagueOf({ agent }: DemoCase): number {
  const other = (agent ?? 0) + areas.length;
  return other < activeAgents ? other : (agent ?? 0) - areas.length;
}
