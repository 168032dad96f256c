import type { Fix } from '@doorstep/contract/visits/manifest';
import { momentOf } from '../moment.ts';

/** The accuracy in metres at which the search ends. */
const good = 20;
const limitsOf = { good: 30, fair: 100 } as const;
const watchFor = 20_000;

export type PlaceQuality = 'good' | 'fair' | 'poor';

export const qualityOf = ({ accuracy_m }: Fix): PlaceQuality =>
  accuracy_m <= limitsOf.good ? 'good' : accuracy_m <= limitsOf.fair ? 'fair' : 'poor';

/** `denied`: the person or the phone forbids it; `none`: no fix came in time. */
export type PlaceEnd = 'good enough' | 'time is up' | 'denied' | 'none' | 'stopped';

/**
 * Watches the place until it is known within 20 m or `milliseconds` have passed (20 s). Never uses a cached place: each fix is new.
 * `onFix` gets each one, `onEnd` why the search ended. Returns a function that stops it earlier.
 */
export function watchPlace(
  onFix: (fix: Fix) => void,
  onEnd: (why: PlaceEnd) => void = () => {},
  milliseconds: number = watchFor,
): () => void {
  let found = 0;
  let isOver = false;
  const end = (why: PlaceEnd) => {
    if (isOver) return;
    isOver = true;
    navigator.geolocation.clearWatch(watch);
    clearTimeout(timer);
    onEnd(why);
  };
  const watch = navigator.geolocation.watchPosition(
    (position) => {
      if (isOver) return;
      found += 1;
      const fix = fixOf(position);
      onFix(fix);
      if (fix.accuracy_m <= good) end('good enough');
    },
    // Other errors, as no satellite in sight, do not end it: a fix may still come in time.
    ({ code, PERMISSION_DENIED }) => {
      if (code === PERMISSION_DENIED) end('denied');
    },
    { enableHighAccuracy: true, maximumAge: 0, timeout: milliseconds },
  );
  const timer = setTimeout(() => end(found > 0 ? 'time is up' : 'none'), milliseconds);
  return () => end('stopped');
}

function fixOf({ coords, timestamp }: GeolocationPosition): Fix {
  return {
    latitude: coords.latitude,
    longitude: coords.longitude,
    accuracy_m: coords.accuracy,
    altitude: coords.altitude,
    speed: coords.speed,
    heading: Number.isNaN(coords.heading) ? null : coords.heading,
    at: momentOf(new Date(timestamp)),
    mono_ms: Math.round(performance.now()),
  };
}

/** The most accurate fix, the latest of those that are equal. */
export const bestOf = (fixes: readonly Fix[]): Fix | null =>
  fixes.reduce<Fix | null>(
    (best, fix) => (best === null || fix.accuracy_m <= best.accuracy_m ? fix : best),
    null,
  );
