import { metresBetween } from '@doorstep/contract/visits/distance';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { Point } from '../lib/tasks/route.ts';
import type { Translation } from '../words/use-words.ts';

/** Returns a distance in whole kilometres, such as 'about 3 km', because areas are rounded to a kilometre. */
function roughly(metres: number, say: Translation): string {
  const km = Math.round(metres / 1_000);
  return km < 1 ? say('far.near') : say('far.about', { km });
}

/**
 * Returns the distance in words between the usual area of a task's pin code and the last visit; null if
 * either is unknown.
 */
export function distanceInWords(
  { usual_area }: AgentTask,
  lastVisit: Point | null,
  say: Translation,
): string | null {
  if (!usual_area || !lastVisit) return null;
  return roughly(metresBetween(lastVisit, usual_area), say);
}
