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
        ? 'Nothing was wrong: every stored sum is what counting says, and every text of the search is right.'
        : `Corrected ${wrong.applicants} sums of applicants, ${wrong.verifications} of verifications and ${wrong.texts} texts of the search.`,
    );
  });
});
