import type { Fix } from '@doorstep/contract/visits/manifest';
import { bestOf, qualityOf, watchPlace } from './watch-place.ts';

const watchFor = 5_000;

/** Looks for the place for at most 5 s from now: the first good fix, else the best. Null where none came. */
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

/** Milliseconds between now and a fix: by the page's own clock, which begins anew with each page, else by the phone's. */
export function ageOf(fix: Fix, { at, mono_ms }: Moment): number {
  const isOfThisPage = Date.parse(fix.at) >= performance.timeOrigin;
  return Math.abs(isOfThisPage ? fix.mono_ms - mono_ms : Date.parse(fix.at) - at);
}

interface Moment {
  /** Milliseconds since 1970, as the phone has it. */
  at: number;
  mono_ms: number;
}

/** The fix nearest to a moment of this page. */
export const nearestTo = (moment: Moment, fixes: readonly Fix[]): Fix | null =>
  fixes.reduce<Fix | null>(
    (nearest, fix) =>
      nearest === null || ageOf(fix, moment) < ageOf(nearest, moment) ? fix : nearest,
    null,
  );
