import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Database } from '../db/schema.ts';
import { readTurnarounds } from '../domain/clock/turnarounds.ts';
import { hashPassword } from '../features/auth/accounts/password.ts';
import type { Platform } from '../platform/platform.ts';
import { demoCases } from './cases/cases.ts';
import { adminNames, agentNames, isActiveAgent } from './cases/people.ts';
import { addSuspiciousVisits } from './cases/suspicious-visits.ts';
import { insertCalls } from './insert-calls.ts';
import { insertApplicants, insertVerifications, pauseForQuestion } from './insert-cases.ts';
import { insertAvailability, insertLenders } from './insert-lenders.ts';
import { insertMessages } from './insert-messages.ts';
import { issueDemoReports } from './issue-reports.ts';
import { storeDemoPhotos, storeIdentityImages } from './store-photos.ts';
import { storeDemoSignatures } from './store-signatures.ts';
import { type WorkingTime, workingDay, workingTime } from './working-time.ts';

export const demoPassword = 'Doorstep-demo-1';
export const demoSignIn = {
  superadmin: 'superadmin@doorstep.test',
  admin: 'admin@doorstep.test',
  agent: 'agent@doorstep.test',
} as const;

function demoUsers(now: Date, { add }: WorkingTime, password_hash: string) {
  const admins = adminNames.map((name, index) => ({
    name,
    email: [demoSignIn.superadmin, demoSignIn.admin][index] ?? `admin${index}@doorstep.test`,
    phone_number: String(9_800_000_001 + index),
    is_admin: true,
    is_superadmin: index % 2 === 0,
    is_active: true,
  }));
  const agents = agentNames.map((name, index) => ({
    name,
    email: index === 0 ? demoSignIn.agent : `agent${index}@doorstep.test`,
    phone_number: String(9_000_000_001 + index * 137),
    is_admin: false,
    is_superadmin: false,
    is_active: isActiveAgent(index),
  }));
  return [...admins, ...agents].map((user, index) => {
    const created_at = add(now, (index * 2.1 - 86) * workingDay);
    return { ...user, password_hash, is_demo: true, created_at, updated_at: created_at };
  });
}

async function isEmpty(db: Kysely<Database>): Promise<boolean> {
  return !(await db.selectFrom('users').select('id').limit(1).executeTakeFirst());
}

/**
 * Fills an empty database with made-up people and visits. Does nothing if the database has users. One
 * transaction inserts all rows except the reports, after the photos are stored. If the load is interrupted
 * before the end of this transaction, the database stays empty and the next start fills it.
 */
export async function loadDemo(
  platform: Platform,
  say: (line: string) => void,
  now = new Date(),
): Promise<void> {
  const { db } = platform;
  if (!(await isEmpty(db))) return;
  await db.transaction().execute(async (alone) => {
    // If two servers start at the same time, the second server waits and then finds the data.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(alone);
    while (!(await isFirst(alone))) await sleep(250);
    if (await isEmpty(db)) await fill(platform, say, now);
  });
}

/** Tries to take the lock. The caller polls, because one long wait would exceed the statement timeout. */
async function isFirst(alone: Db): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('doorstep.load_demo')) as first`.execute(alone);
  return rows[0]?.first ?? false;
}

async function fill(platform: Platform, say: (line: string) => void, now: Date): Promise<void> {
  const { db, photos, provider } = platform;
  say('Preparing the demo data …');
  const clock = workingTime(provider.timeZone);
  const cases = addSuspiciousVisits(demoCases(now, clock));
  const [taken, signatures, passwordHash, identity] = await Promise.all([
    storeDemoPhotos(
      photos,
      cases.flatMap(({ visit }) => (visit ? [visit.photos] : [])),
      provider.timeZone,
    ),
    storeDemoSignatures(photos, cases, provider.shortName),
    hashPassword(demoPassword),
    storeIdentityImages(photos),
  ]);
  const { visited, admin } = await db.transaction().execute(async (transaction) => {
    const users = await transaction
      .insertInto('users')
      .values(demoUsers(now, clock, passwordHash))
      .returning(['id', 'is_admin', 'is_active'])
      .execute();
    const decider = users[1]?.id ?? 0;
    const agents = users.filter((user) => !user.is_admin && user.is_active).map(({ id }) => id);
    await transaction
      .insertInto('identity_images')
      .values(identity.map((image) => ({ ...image, user_id: agents[0] ?? 0 })))
      .execute();
    await insertAvailability(transaction, agents, now, provider.timeZone);
    await insertLenders(transaction, now, clock, { timeZone: provider.timeZone, admin: decider });
    const turnarounds = await readTurnarounds(transaction, provider.timeZone);
    const applicants = await insertApplicants(transaction, cases, agents, turnarounds);
    await insertCalls(transaction, applicants, { now, clock });
    const [agent = 0] = agents;
    await insertMessages(transaction, applicants, { now, clock, admin: decider, agent });
    await pauseForQuestion(transaction, { by: decider, at: clock.add(now, -workingDay / 8) });
    return {
      visited: await insertVerifications(
        transaction,
        applicants,
        { decider, agents },
        { photos: taken, signatures },
        clock,
      ),
      admin: decider,
    };
  });
  await issueDemoReports(platform, visited, admin);
}
