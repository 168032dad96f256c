import { type Calibration, calibrationRules } from '@doorstep/contract/calibration';
import type { Decision } from '@doorstep/contract/verifications';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { addVerificationRow } from '../../testing/submission.ts';
import { addUser, signIn, startSharedApp, type Visitor } from '../../testing/test-app.ts';
import { readCalibration } from './calibration-service.ts';

const doorstep = await startSharedApp();
const { db } = doorstep;
const run = (query: RawBuilder<unknown>) => query.execute(db);
const own = async (who: Visitor): Promise<Calibration> =>
  (await who.get('calibration/')).json<Calibration>();

type Reviewers = [first: Visitor, second: Visitor];
type Decisions = [first: Decision, second: Decision];

async function addLook(
  [first, second]: Reviewers,
  [decided, confirmed]: Decisions,
  { agentId, percent = 5 }: { agentId: number; percent?: number | null },
): Promise<number> {
  const { id } = await addVerificationRow(db, agentId);
  await run(
    sql`update verifications set admin_decision = ${decided}, decided_by = ${first.user.id}, decided_at = now() where id = ${id}`,
  );
  await run(sql`insert into second_looks (verification_id, because, delays, drawn_percent, first_by, first_decision, second_by, second_decision, second_at)
    values (${id}, 'sample', false, ${percent}, ${first.user.id}, ${decided}, ${second.user.id}, ${confirmed}, now())`);
  return id;
}

// Covers: calibration-2, calibration-3
test('a reviewer sees the agreement of random looks, for both roles, and what stands on too few cases', async () => {
  const [asha, ravi] = [await signIn(doorstep, 'admin'), await signIn(doorstep, 'admin')];
  const agent = await signIn(doorstep, 'agent');
  const at = { agentId: agent.user.id };
  const add = async (many: number, decisions: Decisions, by: Reviewers = [asha, ravi]) => {
    for (let made = 0; made < many; made += 1) await addLook(by, decisions, at);
  };
  await add(8, ['positive', 'positive']);
  await add(2, ['positive', 'negative']);
  // Asha is the second reviewer here, so her own decision is the second decision.
  await add(4, ['positive', 'negative'], [ravi, asha]);
  await add(5, ['negative', 'negative'], [ravi, asha]);
  // This second look doesn't count, because it was not chosen at random.
  await addLook([asha, ravi], ['positive', 'negative'], { ...at, percent: null });
  const few = await own(asha);
  expect(few.agreement).toEqual({ cases: 19, kappa: null, low: null, high: null });
  await add(1, ['negative', 'positive']);

  const { agreement, months, user, sent_back, time } = await own(asha);
  // Of the 20 pairs of decisions, 8 are both positive, 5 are both negative, and 2 + 1 + 4 differ.
  expect(agreement.cases).toBe(20);
  expect(agreement.kappa).toBeCloseTo((0.65 - 0.5) / (1 - 0.5), 6);
  expect(agreement.low).toBeLessThan(agreement.kappa ?? 0);
  expect(months).toHaveLength(calibrationRules.months);
  expect(months.at(-1)).toMatchObject({ agreement, sent_back: { cases: 12, share: null } });
  expect(months[0]?.agreement.cases).toBe(0);
  expect(user).toEqual({ id: asha.user.id, name: asha.user.name, is_admin: true });
  expect([sent_back.cases, time]).toEqual([12, { cases: 0, seconds: null }]);

  // The agent's observation is compared with each second decision.
  const ofAgent = await own(agent);
  expect(ofAgent.agreement.cases).toBe(20);
  expect(ofAgent.sent_back).toEqual({ cases: 21, share: 0 });
  const boss = await signIn(doorstep, 'superadmin');
  expect((await boss.get(`calibration/${agent.user.id}/`)).json()).toEqual(ofAgent);
  expect((await asha.get(`calibration/${ravi.user.id}/`)).statusCode).toBe(403);
});

// Covers: calibration-2
test('a second reviewer who learned of a difference and undid it counts as first decided', async () => {
  const [asha, ravi] = [await signIn(doorstep, 'admin'), await signIn(doorstep, 'admin')];
  const meera = await signIn(doorstep, 'admin');
  const at = { agentId: (await addUser(db, 'agent')).id };
  const undone = (id: number, by: Visitor) =>
    run(
      sql`update second_looks set undone_by = ${by.user.id}, undone_decision = 'negative' where verification_id = ${id}`,
    );
  await addLook([asha, ravi], ['negative', 'negative'], at);
  for (let made = 0; made < 17; made += 1)
    await addLook([asha, ravi], ['positive', 'positive'], at);
  await undone(await addLook([asha, ravi], ['positive', 'positive'], at), ravi);
  // After Ravi's undo, Meera made the second decision without knowing the first, so her decision counts.
  await undone(await addLook([asha, meera], ['positive', 'positive'], at), ravi);
  const { agreement } = await own(asha);
  expect(agreement.cases).toBe(20);
  // Of the 20 pairs, 18 are both positive, 1 is both negative, and 1 differs: Ravi undid a negative decision.
  const byChance = 0.95 * 0.9 + 0.05 * 0.1;
  expect(agreement.kappa).toBeCloseTo((0.95 - byChance) / (1 - byChance), 6);
});

// Covers: calibration-3
test('counts send-backs, dismissals that were right after all, call-backs and seconds', async () => {
  const [asha, ravi] = [await signIn(doorstep, 'admin'), await signIn(doorstep, 'admin')];
  const agent = await addUser(db, 'agent');
  const ids: number[] = [];
  while (ids.length < 24) ids.push((await addVerificationRow(db, agent.id)).id);
  const all = sql`unnest(${ids}::bigint[]) with ordinality as one (id, nth)`;
  const by = asha.user.id;
  await run(sql`update verifications v set admin_decision = 'positive', decided_by = ${by}, decided_at = now() - interval '1 hour'
    from ${all} where v.id = one.id and nth <= 18`);
  await run(
    sql`insert into send_backs (verification_id, reasons, by_id) select id, '{photo_unclear}', ${by} from ${all} where nth > 18`,
  );
  await run(sql`insert into evidence_findings (verification_id, check_id, version, level, sentence, dismissed_by, dismissed_at, dismissed_because)
    select id, 'far', 1, 'look', 'Far.', ${by}, now() - interval '2 hours', 'explained' from ${all} where nth <= 20`);
  // Two dismissed findings were right: a colleague later decided the first case negative, and the person
  // met denied the second visit.
  await run(
    sql`update verifications set admin_decision = 'negative', decided_by = ${ravi.user.id}, decided_at = now() where id = ${ids[0]}`,
  );
  await run(sql`insert into callbacks (verification_id, because) select id, 'sample' from ${all}`);
  await run(sql`insert into callback_calls (verification_id, by_id, result)
    select id, ${ravi.user.id}, case nth when 2 then 'denies_visit' when 24 then 'no_answer' else 'confirms' end from ${all}`);
  await run(sql`insert into review_timings (verification_id, admin_id, shown_at, acted_at, action)
    select id, ${by}, now() - make_interval(secs => 10 + nth), now(), case when nth > 21 then 'skip' else 'positive' end from ${all}`);
  const reviewer = await own(asha);
  // The reviewer has 6 send-backs and 17 decisions, because a colleague replaced the first of the 18
  // decisions.
  expect(reviewer.sent_back).toEqual({ cases: 23, share: 6 / 23 });
  expect(reviewer.dismissed).toEqual({ cases: 20, share: 2 / 20 });
  expect(reviewer.callbacks).toEqual({ cases: 17, share: null });
  expect(reviewer.time).toEqual({ cases: 21, seconds: 21 });
  const boss = await signIn(doorstep, 'superadmin');
  const ofAgent = (await boss.get(`calibration/${agent.id}/`)).json<Calibration>();
  expect(ofAgent).toMatchObject({
    ...{ sent_back: { cases: 24, share: 6 / 24 }, dismissed: { cases: 20, share: 2 / 20 } },
    ...{ callbacks: { cases: 23, share: 22 / 23 }, time: { cases: 0, seconds: null } },
  });
  const later = Temporal.Now.instant().add({ hours: 24 * 400 });
  const { months, ...none } = (await readCalibration(db, by, 'Asia/Kolkata', later)) ?? {};
  expect(none).toMatchObject({ sent_back: { cases: 0 }, time: { cases: 0 } });
  expect(months?.every(({ dismissed }) => dismissed.cases === 0)).toBe(true);
});
