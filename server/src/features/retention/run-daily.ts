import type { Platform } from '../../platform.ts';
import { applyRetention } from './retention-service.ts';
import { aloneOf } from './retention-store.ts';
import { sweepBlobs } from './sweep-blobs.ts';

const soon = 60_000;
const daily = 24 * 3_600_000;

/** Lets go and sweeps a minute after the start and then daily, on one server of several. */
export function keepRetention(
  platform: Platform,
  tell: (line: string) => void,
): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = aloneOf(platform.db, async () => {
      const { photos, applicants } = await applyRetention(platform);
      const swept = await sweepBlobs(platform);
      if (photos + applicants + swept.length > 0) {
        tell(
          `Retention: photos of ${photos} applicants deleted, ${applicants} applicants anonymised, ${swept.length} files that no record names deleted.`,
        );
      }
    }).then(
      () => {},
      (error: unknown) => tell(`Retention did not finish: ${String(error)}`),
    );
    timer = setTimeout(run, daily).unref();
  };
  let timer = setTimeout(run, soon).unref();
  return {
    close() {
      clearTimeout(timer);
      return running;
    },
  };
}
