import { metresBetween } from '@doorstep/contract/visits/distance';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { Point } from '../lib/tasks/route.ts';
import type { Translation } from '../words/use-words.ts';

/** Returns a distance in whole kilometres: 'about 3 km'. Areas are rounded to a kilometre. */
function roughly(metres: number, say: Translation): string {
  const km = Math.round(metres / 1_000);
  return km < 1 ? say('far.near') : say('far.about', { km });
}

/** Returns how far the usual area of a task's pin code is from the last visit; null if either is unknown. */
export function distanceInWords(
  { usual_area }: AgentTask,
  lastVisit: Point | null,
  say: Translation,
): string | null {
  if (!usual_area || !lastVisit) return null;
  return roughly(metresBetween(lastVisit, usual_area), say);
}
