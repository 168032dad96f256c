import type { DemoCase } from './cases.ts';
import { activeAgentNames } from './people.ts';
import { areas } from './places.ts';

/** The three visits that took a detour, each with its own story. */
export interface Turns {
  /** The visit arrived after the task had been given to another agent. */
  held: DemoCase;
  /** Sent back, and not visited again yet. */
  sentBack: DemoCase;
  /** Sent back for photos, which the second visit brought. */
  answered: DemoCase;
}

/** Chooses them from the newest pending home visits where the applicant was met. */
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
