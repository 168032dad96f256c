import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';
import { dueChecks } from '../features/evidence/check-due.ts';
import { countDueSince, markDueSince } from '../features/evidence/evidence-store.ts';
import { momentOf } from '../features/evidence/moment-of.ts';
import { hashMissingPhotos } from '../features/evidence/photos/hash-missing.ts';
import { serverLimits } from '../limits.ts';
import { openPhotoStore } from '../start/open-photo-store.ts';
import { runCommand, withDatabase } from './run-command.ts';

const atMost = 100;
const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  const config = readConfig();
  const since = momentOf(values.since ?? '', config.timeZone);
  if (!since) throw new CannotStart('Say since when: npm run recheck -- --since 2026-03-01');
  await withDatabase(config, { statementTimeout: serverLimits.commandStatement }, async (db) => {
    const photos = await openPhotoStore(config);
    say(`${await hashMissingPhotos({ db, photos }, since)} photos from before got their hashes.`);
    let givenUp = 0;
    const check = dueChecks({ db, provider: config }, (id, error) => {
      givenUp += 1;
      say(`Verification ${id} could not be checked: ${String(error)}`);
    });
    let count = 0;
    let after = 0;
    // Some at a time: a visit that comes meanwhile waits for no more than these.
    for (;;) {
      const marked = await markDueSince(db, since, { after, atMost });
      const last = marked.at(-1);
      if (last === undefined) break;
      // A server that runs meanwhile takes its share.
      await check(new AbortController().signal);
      count += marked.length;
      after = last;
    }
    const left = await countDueSince(db, since);
    say(`${count} cases were to be checked again.`);
    if (givenUp > 0) say(`${givenUp} could not be checked.`);
    if (left > 0) say(`${left} are still to be checked: the server does so once it can.`);
  });
});
