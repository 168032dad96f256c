import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connect } from '../../server/src/db/connection.ts';
import { recount } from '../../server/src/db/counts/counts.ts';
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts';
import { seeded } from '../../server/src/demo/seeded.ts';
import { changeAtRandom } from '../../server/src/testing/random-changes.ts';
import { amountsOf, prepareFolder } from './loaded-folder.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    applicants: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = await mkdtemp(join(tmpdir(), 'doorstep-recount-'));
await prepareFolder(folder, amountsOf(Number(values.applicants)));
const postgres = await startEmbeddedPostgres(folder, console.error);
const db = connect({ ...postgres.connection, user: 'doorstep_app' });
try {
  const agents = (
    await db.selectFrom('users').select('id').where('is_admin', '=', false).execute()
  ).map(({ id }) => id);
  const chance = seeded(Number(values.seed));
  const end = Date.now() + Number(values.minutes) * 60_000;
  let changes = 0;
  let looks = 0;
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      while (Date.now() < end) {
        await changeAtRandom(db, chance, agents);
        changes += 2;
        if (changes % 100 !== 0) continue;
        const { rows } = await sql<{ same: boolean }>`
          select (select coalesce(sum(pending + assigned + visited + submitted), 0) from applicant_sums
              where span = 'all') = (select count(*) from applicants where deleted_at is null)
            and (select coalesce(sum(pending), 0) from verification_sums)
              = (select count(*) from verifications where admin_decision = 'pending')
            and (select count(*) from applicant_texts where application_id like '%7a%')
              = (select count(*) from applicants where deleted_at is null and lower(application_id) like '%7a%')
              as same`.execute(db);
        if (!rows[0]?.same) throw new Error(`The counts were wrong after ${changes} changes`);
        looks += 1;
      }
    }),
  );
  const wrong = await recount(db, 'Asia/Kolkata');
  console.log(`${changes} changes, ${looks} looks in between; wrong at the end:`, wrong);
  if (wrong.applicants + wrong.verifications + wrong.texts > 0) process.exitCode = 1;
} finally {
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
