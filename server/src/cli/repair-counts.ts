import { readConfig } from '../config.ts';
import { connect } from '../db/connection.ts';
import { recount } from '../db/counts/counts.ts';
import { openBesideServer } from '../platform/open/open-beside-server.ts';
import { reportFailure } from '../startup-error.ts';

async function run(): Promise<void> {
  const config = readConfig();
  const { connection, close } = await openBesideServer(config);
  const db = connect(connection, { statementTimeout: 3_600_000 });
  try {
    const wrong = await recount(db, config.timeZone);
    const total = wrong.applicants + wrong.verifications + wrong.texts;
    console.log(
      total === 0
        ? 'Nothing was wrong: every kept sum is what counting says, and every text of the search is right.'
        : `Mended ${wrong.applicants} sums of applicants, ${wrong.verifications} of verifications and ${wrong.texts} texts of the search.`,
    );
  } finally {
    await db.destroy();
    await close();
  }
}

try {
  await run();
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
