import type { DemoCase } from './cases.ts';
import { activeAgentNames } from './people.ts';
import { areas } from './places.ts';

export interface Turns {
  /** The visit that arrived after its task had been given to another agent. */
  held: DemoCase;
  /** The visit that was sent back and not repeated yet. */
  sentBack: DemoCase;
  /** The visit that was sent back for photos. A second visit brought these photos. */
  answered: DemoCase;
}

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

export function colleagueOf({ agent }: DemoCase): number {
  const other = (agent ?? 0) + areas.length;
  return other < activeAgentNames.length ? other : (agent ?? 0) - areas.length;
}
