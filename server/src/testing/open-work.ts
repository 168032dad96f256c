import { randomUUID } from 'node:crypto';
import { applicantStatuses } from '@doorstep/contract/applicants/status';
import { pauseReasons } from '@doorstep/contract/clock';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { seeded } from '../demo/seeded.ts';
import { addFinding } from './evidence/add-finding.ts';
import { addLenderRow, aroundTheClock, setDue } from './lenders.ts';
import { changeRows } from './rows.ts';
import { addVerificationRow } from './submission.ts';
import { addApplicant, addUser } from './test-app.ts';

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

export async function addOpenWork(db: Kysely<Database>, seed: number): Promise<void> {
  const chance = seeded(seed);
  const agents: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    agents.push((await addUser(db, 'agent', { is_active: count !== 3 })).id);
  }
  const daily = Object.fromEntries(
    Object.keys(aroundTheClock).map((day) => [day, [{ from: '09:00', to: '13:00' }]]),
  ) as typeof aroundTheClock;
  const rules = [
    await addLenderRow(db, { portfolios: [randomUUID(), randomUUID()] }),
    await addLenderRow(db, { week: daily }),
  ];
  const portfolios = [...rules.flatMap((rule) => rule.portfolios), randomUUID()];
  for (let count = 0; count < 150; count += 1) {
    const portfolio_name = chance.pick(portfolios);
    const status = chance.pick(applicantStatuses);
    const agent = chance.pick(agents);
    const more = {
      portfolio_name,
      status,
      created_at: ago(chance.between(0, 60)),
      ...(status !== 'pending' && { assigned_agent_id: agent }),
    };
    const isVisited = status === 'visited' || status === 'submitted';
    const made = isVisited
      ? await addVerificationRow(db, agent, more)
      : { applicant: await addApplicant(db, more), id: undefined };
    const rule = rules.find(({ portfolios: theirs }) => theirs.includes(portfolio_name));
    if (rule && chance.next() < 0.8) {
      await setDue(db, made.applicant.id, rule.ruleId, chance.between(-30 * hour, 40 * hour));
    }
    const [now, yesterday] = [ago(0), ago(24)];
    const isPaused = chance.next() < 0.2;
    const stopped = ago(chance.between(-1, 30));
    const applicant_id = made.applicant.id;
    const changed = {
      clock_stopped_at: status === 'submitted' ? stopped : null,
      paused_at: isPaused ? yesterday : null,
      withdrawn_at: chance.next() < 0.1 ? now : null,
      given_back_at: chance.next() < 0.2 ? now : null,
      deleted_at: !isVisited && chance.next() < 0.1 ? now : null,
    };
    await changeRows(db, 'applicants', { id: applicant_id }, changed);
    if (isPaused) {
      const because = chance.pick(pauseReasons);
      await db
        .insertInto('clock_pauses')
        .values({ applicant_id, because, from_at: yesterday, by_id: agent })
        .execute();
    }
    if (chance.next() < 0.1) {
      // The visit lacks two photos or, if it expects none, only its signature.
      const photos_expected = chance.pick([0, 2]);
      const announced = { outcome: 'locked', is_final: false, photos_expected } as const;
      const request_sha256 = Buffer.alloc(32);
      await db
        .insertInto('visits')
        .values({ id: randomUUID(), applicant_id, agent_id: agent, request_sha256, ...announced })
        .execute();
    }
    if (made.id === undefined) continue;
    const submitted_at = ago(chance.between(0, 30));
    const decided = { admin_decision: 'positive' as const, decided_by: agent, decided_at: now };
    const reviewed = {
      ...{ submitted_at, ...(status === 'submitted' && decided) },
      photos_expected: chance.pick([0, 0, 1]),
      sent_back_at: chance.next() < 0.1 && status === 'visited' ? now : null,
    };
    await changeRows(db, 'verifications', { id: made.id }, reviewed);
    const level = chance.pick(['serious', 'look'] as const);
    const dismissed = {
      dismissed_by: agent,
      dismissed_at: now,
      dismissed_because: 'explained',
    } as const;
    await addFinding(db, made.id, { level, ...(chance.next() < 0.3 && dismissed) });
  }
}
