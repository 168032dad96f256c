import type { DemoCase } from './cases.ts';
import { activeAgentNames } from './people.ts';
import { areas } from './places.ts';

/** The three visits that did not go straight to a decision. */
export interface Turns {
  /** The visit that arrived after its task had been given to another agent. */
  held: DemoCase;
  /** The visit that was sent back and not repeated yet. */
  sentBack: DemoCase;
  /** The visit that was sent back for photos, which a second visit brought. */
  answered: DemoCase;
}

/** Chooses the three visits from the newest pending home visits where the applicant was met. */
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

/** Returns a colleague who works in the same area. */
export function colleagueOf({ agent }: DemoCase): number {
  const other = (agent ?? 0) + areas.length;
  return other < activeAgentNames.length ? other : (agent ?? 0) - areas.length;
}
