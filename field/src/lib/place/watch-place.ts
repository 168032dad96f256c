import type { Fix } from '@doorstep/contract/visits/manifest';
import { momentOf } from '../moment.ts';

/** The accuracy in metres at which the search ends. */
const good = 20;
const limitsOf = { good: 30, fair: 100 } as const;
const watchFor = 20_000;

export type PlaceQuality = 'good' | 'fair' | 'poor';

export const qualityOf = ({ accuracy_m }: Fix): PlaceQuality =>
  accuracy_m <= limitsOf.good ? 'good' : accuracy_m <= limitsOf.fair ? 'fair' : 'poor';

/** `none`: no GPS fix came in time. `stopped`: the caller ended the search. */
export type PlaceEnd = 'good enough' | 'time is up' | 'denied' | 'none' | 'stopped';

/**
 * Watches the place until a GPS fix is accurate to 20 m or the time is up. Each fix is new, never cached.
 * Returns a function that ends the search earlier.
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
    // Other errors, such as no satellite in sight, do not end the search, because a GPS fix may still come in
    // time.
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
