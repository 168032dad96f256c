import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';
import { dueChecks } from '../features/evidence/check-due.ts';
import { markDueSince } from '../features/evidence/evidence-store.ts';
import { runCommand, withDatabase } from './run-command.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  const since = new Date(values.since ?? '');
  if (Number.isNaN(since.getTime())) {
    throw new CannotStart('Say since when: npm run recheck -- --since 2026-03-01');
  }
  const config = readConfig();
  await withDatabase(config, { statementTimeout: 600_000 }, async (db) => {
    say(`${await markDueSince(db, since)} cases are checked again.`);
    const check = dueChecks({ db, config }, (id, error) =>
      say(`Verification ${id} could not be checked: ${String(error)}`),
    );
    // A server that runs meanwhile takes its share.
    say(`${await check(new AbortController().signal)} of them here.`);
  });
});
