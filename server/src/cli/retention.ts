import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';
import { readSecret } from '../db/secret.ts';
import {
  applyRetention,
  expireIdentityImages,
  planIdentityImages,
  planRetention,
} from '../features/retention/retention-service.ts';
import { runAlone } from '../features/retention/retention-store.ts';
import { sweepBlobs } from '../features/retention/sweep-blobs.ts';
import { serverLimits } from '../limits.ts';
import { openPhotoStore } from '../start/open-photo-store.ts';
import { runCommand, say, withDatabase } from './run-command.ts';

await runCommand(async () => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  const config = readConfig();
  await withDatabase(config, { statementTimeout: serverLimits.retention }, async (db) => {
    const needs = {
      provider: config,
      retention: config.retention,
      db,
      photos: await openPhotoStore(config),
      secret: await readSecret(db),
    };
    const plan = await planRetention(needs);
    if (plan.length === 0)
      say(
        'RETENTION_DAYS_PHOTOS and RETENTION_DAYS_APPLICANTS are not set, so photos and applicants are kept.',
      );
    for (const { kind, months } of plan) {
      say(kind === 'photos' ? 'Photos to delete:' : 'Applicants to anonymise:');
      console.table(months);
    }
    const { users, images } = await planIdentityImages(needs);
    say(`Identity images to delete: ${images}, of ${users} deleted users.`);
    const dryRun = values['dry-run'];
    if (!dryRun) {
      const done = await runAlone(db, async () => ({
        ...(await applyRetention(needs)),
        users: await expireIdentityImages(needs),
      }));
      if (!done) throw new CannotStart('The server is already running retention. Try again later');
      say(
        `Photos of ${done.photos} applicants deleted, ${done.applicants} applicants anonymised, identity images of ${done.users} users deleted.`,
      );
    }
    const swept = await sweepBlobs(needs, { dryRun });
    say(`${swept.length} files without a record ${dryRun ? 'would be' : 'were'} deleted.`);
  });
});
