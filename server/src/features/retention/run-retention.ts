import { applyRetention, expireIdentityImages, type Needs } from './retention-service.ts';
import { runAlone } from './retention-store.ts';
import { sweepBlobs } from './sweep-blobs.ts';

export async function runRetention(
  platform: Needs,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await runAlone(platform.db, async () => {
    let gone = { photos: 0, applicants: 0 };
    let users = 0;
    let failure: unknown;
    try {
      gone = await applyRetention(platform, new Date(), signal);
      users = await expireIdentityImages(platform);
    } catch (error) {
      if (signal.aborted) return;
      failure = error;
    }
    const swept = await sweepBlobs(platform);
    if (gone.photos + gone.applicants + users + swept.length > 0) {
      log(
        `Retention: photos of ${gone.photos} applicants deleted, ${gone.applicants} applicants anonymised, identity images of ${users} users deleted, ${swept.length} files without a record deleted.`,
      );
    }
    if (failure) throw failure;
  });
}
