import type { Fix } from '@doorstep/contract/visits/manifest';
import { bestOf } from './best-fix.ts';
import { qualityOf, watchPlace } from './watch-place.ts';

const watchFor = 5_000;

/**
 * Searches for at most 5 s. Returns the first good GPS fix, otherwise the best fix, or null if there is none.
 */
export function findPlaceOfPhoto(): Promise<Fix | null> {
  return new Promise((resolve) => {
    const found: Fix[] = [];
    const stop = watchPlace(
      (fix) => {
        found.push(fix);
        if (qualityOf(fix) === 'good') stop();
      },
      () => resolve(bestOf(found)),
      watchFor,
    );
  });
}

/**
 * Returns the milliseconds between a moment and a GPS fix. `mono_ms` is used only for a fix of this page,
 * because each page counts from its own start.
 */
export function ageOf(fix: Fix, { at, mono_ms }: Moment): number {
  const isOfThisPage = Date.parse(fix.at) >= performance.timeOrigin;
  return Math.abs(isOfThisPage ? fix.mono_ms - mono_ms : Date.parse(fix.at) - at);
}

interface Moment {
  /** Milliseconds since 1970, by the phone's clock. */
  at: number;
  mono_ms: number;
}

export const nearestTo = (moment: Moment, fixes: readonly Fix[]): Fix | null =>
  fixes.reduce<Fix | null>(
    (nearest, fix) =>
      nearest === null || ageOf(fix, moment) < ageOf(nearest, moment) ? fix : nearest,
    null,
  );
