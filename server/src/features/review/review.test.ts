import type { ReviewDay, ReviewQueue } from '@doorstep/contract/review';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addFinding } from '../../testing/evidence/add-finding.ts';
import { addLenderRow, setDue } from '../../testing/lenders.ts';
import { addCases } from '../../testing/review/review-cases.ts';
import { reviewAtOnce } from '../../testing/review/review-race.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import {
  addUser,
  closeAfterTest,
  signIn,
  startSharedApp,
  startTestApp,
  type Visitor,
} from '../../testing/test-app.ts';
import { countLockWaits } from '../../testing/test-database.ts';
import { claimNext, offeredVerifications } from './review-store.ts';

/** Returns a time zone where it is about noon, so that no day ends during a test. */
function zoneAtNoon(): string {
  const east = 12 - new Date().getUTCHours();
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

const running = await startSharedApp({ timeZone: zoneAtNoon() });
const asha = await signIn(running, 'admin', { name: 'Asha Rao' });
const ravi = await signIn(running, 'superadmin', { name: 'Ravi Iyer' });
const agent = await signIn(running, 'agent');
beforeEach(async () => {
  // Decides the verifications that earlier tests left pending.
  await changeRows(
    running.db,
    'verifications',
    { admin_decision: 'pending' },
    { admin_decision: 'positive', decided_by: asha.user.id, decided_at: new Date() },
  );
  await running.db.deleteFrom('review_claims').execute();
  await running.db.deleteFrom('review_timings').execute();
});

const said = async (answer: ReturnType<Visitor['get']>) => {
  const { statusCode: status, body } = await answer;
  return { status, body: JSON.parse(body) };
};
const next = async (who: Visitor, after?: number): Promise<number[]> => {
  const { status, body } = await said(who.post('review/next/', { after }));
  expect(status).toBe(200);
  return body.verification_ids;
};
const keep = (who: Visitor, id: number) => said(who.post(`review/${id}/keep/`));
const release = (who: Visitor, id: number, query = '') => said(who.delete(`review/${id}/${query}`));
const decide = (who: Visitor, id: number, more: object = { claim: true }) =>
  said(who.post(`verification_tasks/${id}/admin-decision/`, { decision: 'positive', ...more }));
const queueOf = async (who: Visitor): Promise<ReviewQueue> =>
  (await said(who.get('review/queue/'))).body;
const dayOf = async (who: Visitor): Promise<ReviewDay> => (await said(who.get('review/day/'))).body;

const addCase = async () => (await addVerificationRow(running.db, agent.user.id)).id;
const set = (id: number, values: Parameters<typeof changeRows<'verifications'>>[3]) =>
  changeRows(running.db, 'verifications', { id }, values);
/** Adds verifications. The first one is the oldest. */
const addInOrder = async (count: number) => {
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    ids.push(await addCase());
    await set(ids[nth] ?? 0, { submitted_at: new Date(Date.now() - (count - nth) * 60_000) });
  }
  return ids;
};
const lapse = (id: number) =>
  changeRows(
    running.db,
    'review_claims',
    { verification_id: id },
    { expires_at: sql`now() - interval '1 second'` },
  );

const reviewer = (id: number) => ({ id, countsAlone: true });

// Covers: review-1
test('offers the oldest verification and the one after it, and none to two reviewers', async () => {
  const [oldest = 0, middle, third, newest] = await addInOrder(4);
  expect(await next(asha)).toEqual([oldest, middle]);
  expect(await next(asha)).toEqual([oldest, middle]);
  expect(await next(ravi)).toEqual([third, newest]);
  // Only Asha's own two verifications are left for her. The verification on her screen is not returned again.
  expect(await next(asha, oldest)).toEqual([middle]);
  expect(await queueOf(asha)).toMatchObject({ waiting: 4, mine: 2, incomplete: 0 });
});

// Covers: review-15
test('running clocks come first by due time, then the others as before', async () => {
  const { ruleId } = await addLenderRow(running.db);
  const hour = 3_600_000;
  const [oldest = 0, doubtful = 0, later = 0, sooner = 0, paused = 0] = await addInOrder(5);
  await addFinding(running.db, doubtful, { level: 'serious' });
  for (const [id, due] of [
    [later, 5 * hour],
    [sooner, -hour],
    [paused, -2 * hour],
  ] as const) {
    const { applicant_id } = await readRow(running.db, 'verifications', { id });
    await setDue(running.db, applicant_id, ruleId, due);
    const paused_at = id === paused ? new Date().toISOString() : null;
    await changeRows(running.db, 'applicants', { id: applicant_id }, { paused_at });
  }
  expect(await next(asha)).toEqual([sooner, later]);
  expect(await next(ravi)).toEqual([doubtful, oldest]);
  const { body } = await said(asha.get(`verification_tasks/${sooner}/`));
  expect(body).toMatchObject({ clock: { state: 'running', warning: 'late' } });
});

// Covers: review-1
test('sixteen reviewers through 100 verifications at the same time: each on one screen', async () => {
  const { db } = closeAfterTest(await startTestApp());
  await addCases(db, (await addUser(db, 'agent')).id, 100);
  const shownTo = await reviewAtOnce(db);
  expect([...shownTo.values()].filter((admins) => admins.length > 1)).toEqual([]);
  expect(shownTo.size).toBe(100);
});

// Covers: review-2
test('an expired claim goes to the next reviewer, and a late decision is rejected', async () => {
  const id = await addCase();
  expect(await next(asha)).toEqual([id]);
  expect(await next(ravi)).toEqual([]);
  await lapse(id);
  expect(await next(ravi)).toEqual([id]);

  const lost = { code: 'claim_lost', message: 'Ravi Iyer has this case now.' };
  expect(await keep(asha, id)).toMatchObject({ status: 409, body: lost });
  expect(await decide(asha, id)).toMatchObject({ status: 409, body: lost });
  // Without `claim`, a decision ignores the claim of a colleague.
  expect((await decide(asha, id, {})).status).toBe(200);
  const decided = { code: 'decided', message: 'Asha Rao already decided this case: positive.' };
  expect(await keep(ravi, id)).toMatchObject({ status: 409, body: decided });
});

// Covers: review-2
test('an expired claim that nobody took still allows a decision, and renewing it works', async () => {
  const id = await addCase();
  await next(asha);
  await lapse(id);
  const { status, body } = await keep(asha, id);
  expect(status).toBe(200);
  expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(100_000);
  expect(await next(ravi)).toEqual([]);
  await lapse(id);
  expect((await decide(asha, id)).status).toBe(200);
});

// Covers: review-3
test('leaves out decided, sent-back, skipped verifications and those without all photos', async () => {
  const [decided = 0, decidedAfter = 0, sentBack = 0, incomplete = 0, skipped = 0] =
    await addInOrder(5);
  await decide(ravi, decided, {});
  await decide(ravi, decidedAfter, {});
  const sent_back_at = new Date();
  // All three verifications lack photos, but only the third counts as incomplete. The first is decided, and
  // the second is sent back.
  const lacking = { photos_expected: 6, image_count: 3 };
  await set(decidedAfter, { sent_back_at, ...lacking });
  await set(sentBack, { sent_back_at, ...lacking });
  await set(incomplete, lacking);
  expect(await next(asha)).toEqual([skipped]);
  expect((await decide(asha, sentBack)).body.message).toBe('This case was sent back.');

  expect((await release(asha, skipped, '?skip=true')).status).toBe(200);
  expect(await next(asha)).toEqual([]);
  expect(await queueOf(asha)).toMatchObject({ waiting: 1, mine: 0, incomplete: 1 });
  expect(await next(ravi)).toEqual([skipped]);
  expect((await release(ravi, skipped)).status).toBe(200);

  expect((await dayOf(asha)).elsewhere).toMatchObject([
    { verification_id: incomplete, why: 'photos' },
    { verification_id: skipped, why: 'skipped' },
  ]);
  const earlier = { acted_at: sql`acted_at - interval '11 minutes'` };
  await changeRows(running.db, 'review_timings', {}, earlier);
  expect(await next(asha)).toEqual([skipped]);
});

// Covers: review-4
test('stores the time from display to decision, for the reviewer and the team', async () => {
  const shownFor = async (who: Visitor, seconds: number) => {
    const verification_id = await addCase();
    await keep(who, verification_id);
    const length = sql`make_interval(secs => ${seconds})`;
    const of = { verification_id };
    await changeRows(running.db, 'review_claims', of, { shown_at: sql`now() - ${length}` });
    const claim = await readRow(running.db, 'review_claims', of);
    expect((await decide(who, verification_id)).status).toBe(200);
    const timing = await readRow(running.db, 'review_timings', of);
    expect(timing.shown_at).toEqual(claim.shown_at);
    expect(Date.parse(timing.acted_at) - Date.parse(timing.shown_at)).toBeGreaterThanOrEqual(
      seconds * 1000,
    );
    await changeRows(running.db, 'review_timings', of, { acted_at: sql`shown_at + ${length}` });
  };
  await shownFor(asha, 14);
  await shownFor(ravi, 20);
  await shownFor(ravi, 30);
  // This decision is not made on the desk, so its duration is unknown.
  await decide(asha, await addCase(), {});
  expect(await dayOf(asha)).toMatchObject({
    ...{ decided: 1, sent_back: 0, median_seconds: 14, team_median_seconds: 20 },
  });
  expect(await dayOf(ravi)).toMatchObject({ decided: 2, median_seconds: 25 });
  const putBack = (hours: number) => {
    const back = sql`make_interval(hours => ${hours})`;
    return changeRows(
      running.db,
      'review_timings',
      { admin_id: ravi.user.id },
      { shown_at: sql`shown_at - ${back}`, acted_at: sql`acted_at - ${back}` },
    );
  };
  await putBack(11);
  expect(await dayOf(ravi)).toMatchObject({ decided: 2, team_median_seconds: 20 });
  await putBack(3);
  expect(await dayOf(ravi)).toMatchObject({ decided: 0, team_median_seconds: 14 });
  const onScreen = await addCase();
  await keep(ravi, onScreen);
  expect((await dayOf(asha)).elsewhere).toMatchObject([
    { verification_id: onScreen, why: 'colleague', colleague: 'Ravi Iyer' },
  ]);
});

// Covers: review-1
test('the verification after the one on the screen is prepared, not shown: its time has not begun', async () => {
  const [first, second] = [await addCase(), await addCase()];
  expect(await next(asha)).toEqual([first, second]);
  const shown = async () =>
    (await readRows(running.db, 'review_claims', {}))
      .filter(({ shown_at }) => shown_at !== null)
      .map(({ verification_id }) => verification_id);
  expect(await shown()).toEqual([]);
  await next(asha, second);
  expect(await shown()).toEqual([second]);
});

// Covers: review-1
test.each([
  ['comes on another screen', false, (id: number) => keep(ravi, id), 409],
  ['is skipped', true, (id: number) => release(ravi, id, '?skip=true'), 200],
])(
  'a verification that %s while it is being claimed: one waits for the other',
  async (_, hasLapsed, meanwhile, status) => {
    const id = await addCase();
    if (hasLapsed) {
      await next(ravi);
      await lapse(id);
    }
    const { answer } = await running.db.transaction().execute(async (trx) => {
      await sql`${offeredVerifications(reviewer(asha.user.id), 0)}`.execute(trx);
      const waiting = meanwhile(id);
      await expect.poll(() => countLockWaits(running.db)).toBeGreaterThan(0);
      expect(await claimNext(trx, reviewer(asha.user.id))).toEqual([{ id, is_claimed: true }]);
      return { answer: waiting };
    });
    expect((await answer).status).toBe(status);
    expect(await keep(ravi, id)).toMatchObject({ status: 409, body: { code: 'claim_lost' } });
  },
);

test('the next verification is found by the index of the queue alone', async () => {
  const { db } = closeAfterTest(await startTestApp());
  await addCases(db, (await addUser(db, 'agent')).id, 2_000);
  await sql`analyze verifications, review_timings, review_claims`.execute(db);
  const { rows } = await sql<{
    'QUERY PLAN': string;
  }>`explain ${offeredVerifications(reviewer(1), 0)}`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index (Only )?Scan using verifications_to_review/);
  expect(plan).not.toMatch(/Seq Scan on verifications/);
  expect(plan).not.toMatch(/Seq Scan on applicants/);
  // The plan never sorts all pending verifications. It sorts second looks, repeated reviews, and the
  // verifications that the parts of the queue contribute (at most `lookedAt` each).
  expect(plan.match(/Sort Key: (?!g\.since|l\.first_at).*/g)).toEqual([
    expect.stringMatching(/\.id$/),
    expect.stringContaining('CASE WHEN a.clock_runs'),
    expect.stringContaining('COALESCE'),
  ]);
  expect(plan).toMatch(/Index Scan using verifications_pkey on verifications v/);
});
