import { metresBetween } from '@doorstep/contract/visits/distance';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { Point } from '../lib/tasks/route.ts';
import type { Translation } from '../words/use-words.ts';

/** Rounds to whole kilometres, because the usual area itself is exact to about a kilometre only. */
function roughly(metres: number, say: Translation): string {
  const km = Math.round(metres / 1_000);
  return km < 1 ? say('far.near') : say('far.about', { km });
}

/** Returns the distance from the last visit to the task's usual area; null if one of the two is unknown. */
export function distanceInWords(
  { usual_area }: AgentTask,
  lastVisit: Point | null,
  say: Translation,
): string | null {
  if (!usual_area || !lastVisit) return null;
  return roughly(metresBetween(lastVisit, usual_area), say);
}
