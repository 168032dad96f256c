import { join } from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
import { connect } from '../../server/src/db/connection.ts';
import { addCases } from '../../server/src/testing/review/review-cases.ts';
import { ownServer } from '../support/own-server.ts';
import { enter } from '../support/sign-in.ts';

const own = ownServer();
const cases = 500;
let db: ReturnType<typeof connect>;

test.beforeAll(async () => {
  const host = join(own.server.dataDir, 'database');
  db = connect({ host, port: 5432, user: 'doorstep_app', database: 'doorstep' });
  const userOf = (isAdmin: boolean) =>
    db.selectFrom('users').select('id').where('is_admin', '=', isAdmin).executeTakeFirstOrThrow();
  const [admin, agent] = await Promise.all([userOf(true), userOf(false)]);
  // Decides all pending cases of the demo data, so that the desk offers only the cases of this test.
  await db
    .updateTable('verifications')
    .set({ admin_decision: 'positive', decided_by: admin.id, decided_at: new Date() })
    .where('admin_decision', '=', 'pending')
    .execute();
  await addCases(db, agent.id, cases);
});
test.afterAll(() => db.destroy());

/** Presses P as fast as a person can, until no case is left. Returns the ids of all cases that were shown. */
async function decideFast(browser: Browser, email: string): Promise<number[]> {
  const context = await browser.newContext({ baseURL: own.server.address });
  const page = await context.newPage();
  await enter(page, email);
  const shown: number[] = [];
  page.on('framenavigated', (frame) => {
    const id = Number(new URL(frame.url()).searchParams.get('case'));
    if (id && shown.at(-1) !== id) shown.push(id);
  });
  await page.goto('/review');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  while (!/^(All reviewed|No case for you now)$/.test((await heading.textContent()) ?? '')) {
    await page.keyboard.press('p');
    // Real time: the pause between two key presses of a person.
    await page.waitForTimeout(60);
    await expect(
      page.getByRole('button', { name: 'Next case' }),
      'taken by the other',
    ).toBeHidden();
  }
  await context.close();
  return shown;
}

// Covers: review-1
test('shows each of 500 cases in only one of two browsers, and stores its decision', async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const [one, other] = await Promise.all([
    decideFast(browser, 'admin@doorstep.test'),
    decideFast(browser, 'superadmin@doorstep.test'),
  ]);
  const seen = [...one, ...other];
  expect(seen).toHaveLength(cases);
  expect(new Set(seen).size).toBe(cases);
  const decided = await db
    .selectFrom('verifications as v')
    .innerJoin('users as admin', 'admin.id', 'v.decided_by')
    .select(['v.id', 'admin.email'])
    .where('v.id', 'in', seen)
    .execute();
  const by = (email: string) => decided.filter((each) => each.email === email).map(({ id }) => id);
  expect(by('admin@doorstep.test').toSorted()).toEqual(one.toSorted());
  expect(by('superadmin@doorstep.test').toSorted()).toEqual(other.toSorted());
});
