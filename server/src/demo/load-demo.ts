import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { hashPassword } from '../features/auth/accounts/password.ts';
import type { Platform } from '../platform.ts';
import { type DemoCase, demoCases } from './cases.ts';
import { adminNames, agentNames } from './people.ts';
import { type DemoPhotoRow, storeDemoPhotos, storeIdentityImages } from './photos.ts';

export const demoPassword = 'Doorstep-demo-1';
export const demoSignIn = {
  superadmin: 'superadmin@doorstep.test',
  admin: 'admin@doorstep.test',
  agent: 'agent@doorstep.test',
} as const;

const monthsAgo = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

/** Four admins, then the agents; every ninth agent is inactive. */
function demoUsers(now: Date, password_hash: string) {
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
    is_active: index % 9 !== 8,
  }));
  return [...admins, ...agents].map((user, index) => {
    const created_at = monthsAgo(now, 120 - index * 3);
    return { ...user, password_hash, is_demo: true, created_at, updated_at: created_at };
  });
}

async function insertApplicants(db: Transaction<Database>, cases: DemoCase[], agents: number[]) {
  const agentOf = (story: DemoCase) =>
    story.agent === null ? null : (agents[story.agent % agents.length] ?? null);
  const rows = await db
    .insertInto('applicants')
    .values(
      cases.map((story) => ({
        application_id: story.applicationId,
        applicant_name: story.name,
        applicant_type: story.type,
        portfolio_name: story.portfolio,
        product_type: story.product,
        visit_type: story.visitType,
        mobile_number: story.mobile,
        pin_code: story.pin,
        address: story.address,
        message: story.message,
        status: story.status,
        assigned_agent_id: agentOf(story),
        created_at: story.createdAt,
        updated_at:
          story.verification?.decidedAt ?? story.verification?.submittedAt ?? story.createdAt,
      })),
    )
    .returning(['id', 'assigned_agent_id'])
    .execute();
  return cases.map((story, index) => ({ story, row: rows[index] }));
}

async function insertVerifications(
  db: Transaction<Database>,
  applicants: Awaited<ReturnType<typeof insertApplicants>>,
  decider: number,
  photos: DemoPhotoRow[][],
) {
  const visited = applicants
    .flatMap(({ story, row }) => {
      const agent = row?.assigned_agent_id;
      return story.verification && row && agent
        ? [{ visit: story.verification, applicantId: row.id, agent }]
        : [];
    })
    .map((visit, index) => ({ ...visit, photos: photos[index] ?? [] }))
    .sort((a, b) => a.visit.submittedAt.getTime() - b.visit.submittedAt.getTime());
  const ids = await db
    .insertInto('verifications')
    .values(
      visited.map(({ visit, applicantId, agent, photos: taken }, index) => ({
        applicant_id: applicantId,
        agent_id: agent,
        overall_observation: visit.observation,
        neighbour1_name: visit.neighbours[0]?.name ?? '',
        neighbour1_address: visit.neighbours[0]?.address ?? '',
        neighbour1_feedback: visit.neighbours[0]?.feedback ?? '',
        neighbour2_name: visit.neighbours[1]?.name ?? '',
        neighbour2_address: visit.neighbours[1]?.address ?? '',
        neighbour2_feedback: visit.neighbours[1]?.feedback ?? '',
        remark: visit.remark,
        verification_address: visit.address,
        latitude: visit.latitude,
        longitude: visit.longitude,
        image_count: taken.length,
        submitted_at: visit.submittedAt,
        admin_decision: visit.decision,
        decided_by: visit.decidedAt && decider,
        decided_at: visit.decidedAt,
        idempotency_key: `demo-${index}`,
        request_sha256: Buffer.alloc(32),
      })),
    )
    .returning('id')
    .execute();
  const photoRows = visited.flatMap(({ photos: taken }, index) =>
    taken.map((photo) => ({ ...photo, verification_id: ids[index]?.id ?? 0 })),
  );
  await db.insertInto('photos').values(photoRows).execute();
}

async function isEmpty(db: Kysely<Database>): Promise<boolean> {
  return !(await db.selectFrom('users').select('id').limit(1).executeTakeFirst());
}

/**
 * Fills an empty database with made-up people and visits; does nothing to one that has users. All rows
 * come in one transaction, after the photos: an interrupted load leaves an empty database, to be filled next time.
 */
export async function loadDemo(
  { db, photos }: Pick<Platform, 'db' | 'photos'>,
  say: (line: string) => void,
  now = new Date(),
): Promise<void> {
  if (!(await isEmpty(db))) return;
  await db.transaction().execute(async (alone) => {
    // Of two servers that start at once the later one waits, and finds that it is done.
    await sql`set local statement_timeout = 0`.execute(alone);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(alone);
    await sql`select pg_advisory_xact_lock(hashtext('doorstep.load_demo'))`.execute(alone);
    if (await isEmpty(db)) await fill({ db, photos }, say, now);
  });
}

async function fill(
  { db, photos }: Pick<Platform, 'db' | 'photos'>,
  say: (line: string) => void,
  now: Date,
): Promise<void> {
  say('Preparing the demo data …');
  const cases = demoCases(now);
  const visits = cases.flatMap(({ verification }) => (verification ? [verification.photos] : []));
  const [taken, passwordHash, identity] = await Promise.all([
    storeDemoPhotos(photos, visits),
    hashPassword(demoPassword),
    storeIdentityImages(photos, agentNames[0]),
  ]);
  await db.transaction().execute(async (transaction) => {
    const users = await transaction
      .insertInto('users')
      .values(demoUsers(now, passwordHash))
      .returning(['id', 'is_admin', 'is_active'])
      .execute();
    const decider = users[1]?.id ?? 0;
    const agents = users.filter((user) => !user.is_admin && user.is_active).map(({ id }) => id);
    await transaction
      .insertInto('identity_images')
      .values(identity.map((image) => ({ ...image, user_id: agents[0] ?? 0 })))
      .execute();
    const applicants = await insertApplicants(transaction, cases, agents);
    await insertVerifications(transaction, applicants, decider, taken);
  });
}
