import { metresBetween } from '@doorstep/contract/visits/distance';
import type { Fix } from '@doorstep/contract/visits/manifest';
import type { AgentTask } from '@doorstep/contract/visits/phone';

/** Outside this many times the usual radius, hardly any visit of the pin code was right. The office checks the same. */
const timesRadius = 2;
/** The server rounds the area, which moves it by up to 800 m. */
const tolerance = 1_000;

/** Returns the metres from the usual area of a task's pin code to a fix; null if it is in or near it, or unknown. */
export function findMetresToArea({ usual_area: area }: AgentTask, fix: Fix | null): number | null {
  if (!area || !fix) return null;
  const metres = metresBetween(area, fix);
  const isFar = metres - fix.accuracy_m > timesRadius * area.radius_m + tolerance;
  return isFar ? metres - area.radius_m : null;
}
