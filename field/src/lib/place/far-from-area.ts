import { metresBetween } from '@doorstep/contract/visits/distance';
import type { Fix } from '@doorstep/contract/visits/manifest';
import type { AgentTask } from '@doorstep/contract/visits/phone';

/**
 * More than this many radii from the centre of the pin code's usual area, a visit is hardly ever at the right
 * place. The office's check `place.unusual` has the same default.
 */
const timesRadius = 2;
/**
 * The tolerance in metres. The server rounds the centre of the area, which moves the centre by up to 800 m.
 */
const tolerance = 1_000;

/**
 * Returns the metres from the edge of the pin code's usual area to a GPS fix. Null if the fix is in or near
 * the area, or if the area or the fix is unknown.
 */
export function findMetresToArea({ usual_area: area }: AgentTask, fix: Fix | null): number | null {
  if (!area || !fix) return null;
  const metres = metresBetween(area, fix);
  const isFar = metres - fix.accuracy_m > timesRadius * area.radius_m + tolerance;
  return isFar ? metres - area.radius_m : null;
}
