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

/** The fix nearest to a moment of the page's own clock. */
export const nearestTo = (mono_ms: number, fixes: readonly Fix[]): Fix | null =>
  fixes.reduce<Fix | null>(
    (nearest, fix) =>
      nearest === null || Math.abs(fix.mono_ms - mono_ms) < Math.abs(nearest.mono_ms - mono_ms)
        ? fix
        : nearest,
    null,
  );
