import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { seeded } from '../../demo/seeded.ts';
import { changeAtRandom } from '../../testing/random-changes.ts';
import { changeRows } from '../../testing/rows.ts';
import { addApplicant, addUser } from '../../testing/test-app.ts';
import { createSharedDatabase } from '../../testing/test-database.ts';
import { recount } from '../counts/counts.ts';

const { db, connection } = await createSharedDatabase();
const agents = [(await addUser(db, 'agent')).id, (await addUser(db, 'agent')).id];

const wrongTexts = async () => (await recount(db, 'Asia/Kolkata')).texts;

async function both(text: string) {
  const { rows } = await sql<{ found: string[]; scanned: string[] }>`
    select array(select applicant_id from applicant_texts
        where application_id like ${`%${text}%`} or applicant_name like ${`%${text}%`} order by 1) as found,
      array(select id from applicants where deleted_at is null
        and (lower(application_id) like ${`%${text}%`} or lower(applicant_name) like ${`%${text}%`}) order by id) as scanned
  `.execute(db);
  return rows[0];
}

test('a search finds what a scan finds, with any concurrent changes', async () => {
  const chance = seeded(20_261_121);
  const worker = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) {
      await changeAtRandom(db, chance, agents);
      if (step % 5 !== 0) continue;
      for (const text of ['name', 'name 7', 'renamed-', chance.pick(['a1', '3f', 'b-4'])]) {
        const seen = await both(text);
        expect(seen?.found).toEqual(seen?.scanned);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, () => worker(40)));
  expect(await wrongTexts()).toBe(0);
  expect((await both('renamed-'))?.found.length).toBeGreaterThan(0);
});

test('a recount corrects texts that are wrong, missing or left over', async () => {
  const [wrong, missing] = [(await addApplicant(db)).id, (await addApplicant(db)).id];
  await changeRows(db, 'applicant_texts', { applicant_id: wrong }, { applicant_name: 'other' });
  await sql`delete from applicant_texts where applicant_id = ${missing}`.execute(db);
  await sql`insert into applicant_texts values (${missing + 1_000_000}, 'gone', 'gone')`.execute(
    db,
  );
  expect(await wrongTexts()).toBe(3);
  expect(await wrongTexts()).toBe(0);
});

test('an applicant of an unknown upload is rejected', async () => {
  await expect(
    sql`insert into applicants (application_id, applicant_name, portfolio_name, visit_type, mobile_number, pin_code,
      address, upload_id) values ('NO-UPLOAD', 'N', 'P', 'OFFICE', '9820098200', '400001', 'A', 999)`.execute(
      db,
    ),
  ).rejects.toThrow('there is no such upload');
});

test('truncating the applicants deletes the texts', async () => {
  const owner = new pg.Client(connection);
  await owner.connect();
  await owner.query('truncate applicants, verifications cascade').finally(() => owner.end());
  expect(await db.selectFrom('applicant_texts').selectAll().execute()).toEqual([]);
  expect(await wrongTexts()).toBe(0);
});
