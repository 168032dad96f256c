import type { Platform } from '../../platform/platform.ts';
import { applyRetention } from './retention-service.ts';
import { aloneOf } from './retention-store.ts';
import { sweepBlobs } from './sweep-blobs.ts';

/** Lets go of what is due and sweeps files that no record names, on one server of several. */
export async function runRetention(platform: Platform, log: (line: string) => void): Promise<void> {
  await aloneOf(platform.db, async () => {
    const { photos, applicants } = await applyRetention(platform);
    const swept = await sweepBlobs(platform);
    if (photos + applicants + swept.length > 0) {
      log(
        `Retention: photos of ${photos} applicants deleted, ${applicants} applicants anonymised, ${swept.length} files that no record names deleted.`,
      );
    }
  });
}
