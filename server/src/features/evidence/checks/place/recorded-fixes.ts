import type { Fix } from '@doorstep/contract/visits/manifest';
import type { CheckedVerification, Place } from '../../checked-verification.ts';

const at = (fix: Fix) => Date.parse(fix.at);
/**
 * Returns when the page that recorded a GPS fix was loaded. Each page load starts its monotonic clock at
 * zero.
 */
const openedAt = (fix: Fix) => at(fix) - fix.mono_ms;

/** Returns the GPS fixes of the visit and of its photos, each of them once, in the order of recording. */
export function recordedFixes({ visit, photos }: CheckedVerification): Fix[] {
  const all = [...visit.fixes, ...photos.flatMap(({ recordedFix }) => recordedFix ?? [])];
  const byMoment = new Map(all.map((fix) => [`${fix.at} ${fix.mono_ms}`, fix]));
  return byPage([...byMoment.values()]).flatMap((page) =>
    page.sort((one, two) => one.mono_ms - two.mono_ms),
  );
}

/**
 * Groups the GPS fixes by page load, because a reload restarts the monotonic clock. A GPS fix belongs to a
 * new page load if its page was loaded after the last GPS fix before it.
 */
function byPage(fixes: Fix[]): Fix[][] {
  const pages: Fix[][] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const fix of fixes.sort((one, two) => openedAt(one) - openedAt(two))) {
    const page = pages.at(-1);
    if (page && openedAt(fix) < until) page.push(fix);
    else pages.push([fix]);
    until = Math.max(until, at(fix));
  }
  return pages;
}

export const placeOf = ({
  latitude,
  longitude,
  accuracy_m,
}: Fix): Place & { accuracyM: number } => ({
  latitude,
  longitude,
  accuracyM: accuracy_m,
});

/**
 * Returns the time between two GPS fixes in milliseconds. Uses the monotonic clock for fixes of one page
 * load, and otherwise the wall clock.
 */
export const timeBetween = (one: Fix, later: Fix): number =>
  openedAt(later) < at(one) ? later.mono_ms - one.mono_ms : at(later) - at(one);
