import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { readConfig } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';
import { startOfDay } from '../domain/clock/days.ts';
import { dueChecks } from '../features/evidence/check-due.ts';
import { countDueSince, markDueSince } from '../features/evidence/evidence-store.ts';
import { serverLimits } from '../limits.ts';
import { runCommand, say, withDatabase } from './run-command.ts';

const atMost = 100;

await runCommand(async () => {
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  const config = readConfig();
  const day = z.iso.date().safeParse(values.since);
  if (!day.success)
    throw new CannotStart('Name the first day: npm run recheck -- --since 2026-03-01');
  const since = new Date(startOfDay(Temporal.PlainDate.from(day.data), config.timeZone));
  await withDatabase(config, { statementTimeout: serverLimits.commandStatement }, async (db) => {
    let givenUp = 0;
    const check = dueChecks({ db, provider: config }, (id, error) => {
      givenUp += 1;
      say(`Verification ${id} could not be checked: ${String(error)}`);
    });
    let count = 0;
    let after = 0;
    // Marks a few verifications at a time, so that an arriving visit waits only briefly for a lock.
    for (;;) {
      const marked = await markDueSince(db, since, { after, atMost });
      const last = marked.at(-1);
      if (last === undefined) break;
      await check(new AbortController().signal);
      count += marked.length;
      after = last;
    }
    const left = await countDueSince(db, since);
    say(`${count} verifications were marked for checking.`);
    if (givenUp > 0) {
      say(`${givenUp} verifications could not be checked.`);
      process.exitCode = 1;
    }
    if (left > 0)
      say(`${left} verifications still have to be checked. A running server checks them.`);
  });
});
