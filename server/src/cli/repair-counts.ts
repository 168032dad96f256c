import { readConfig } from '../config.ts';
import { recount } from '../db/counts/counts.ts';
import { runCommand, withDatabase } from './run-command.ts';

await runCommand(async () => {
  const config = readConfig();
  await withDatabase(config, { statementTimeout: 3_600_000 }, async (db) => {
    const wrong = await recount(db, config.timeZone);
    const total = wrong.applicants + wrong.verifications + wrong.texts;
    console.log(
      total === 0
        ? 'All stored counts and search texts are correct.'
        : `Corrected ${wrong.applicants} counts of applicants, ${wrong.verifications} counts of verifications and ${wrong.texts} search texts.`,
    );
  });
});
