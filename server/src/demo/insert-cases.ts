import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { deadlineColumns } from '../domain/clock/clock-store.ts';
import type { Turnarounds } from '../domain/clock/turnarounds.ts';
import { addPhotoHashes } from '../domain/evidence/photo-hashes.ts';
import { storeKeys } from '../domain/matches/key-store.ts';
import type { DemoCase } from './cases/cases.ts';
import { demoLenders } from './cases/lenders.ts';
import { colleagueOf, turnsOf } from './cases/turns.ts';
import { type DemoVisit, doorTimes } from './cases/visits.ts';
import { assignAgain, insertSendBack, type Visited } from './insert-send-backs.ts';
import { attemptRow, captureOf, statementOf, visitRow } from './insert-visits.ts';
import type { DemoPhotoRow } from './store-photos.ts';
import type { DemoSignature } from './store-signatures.ts';
import { type WorkingTime, workingDay } from './working-time.ts';

const hour = 3_600_000;

export async function insertApplicants(
  db: Transaction<Database>,
  cases: DemoCase[],
  agents: number[],
  turnarounds: Turnarounds,
) {
  const agentOf = (story: DemoCase) =>
    story.agent === null ? null : (agents[story.agent] ?? null);
  const rows = await db
    .insertInto('applicants')
    .values(
      cases.map((story) => ({
        ...clockOf(story, turnarounds),
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
        assigned_at: story.agent === null ? null : story.createdAt,
        created_at: story.createdAt,
        updated_at: story.visit?.decidedAt ?? story.visit?.submittedAt ?? story.createdAt,
      })),
    )
    .returning([
      'id',
      'assigned_agent_id',
      'applicant_name',
      'mobile_number',
      'address',
      'pin_code',
    ])
    .execute();
  await storeKeys(db, rows);
  await sql`update assignments s set at = a.created_at from applicants a where a.id = s.applicant_id`.execute(
    db,
  );
  return cases.map((story, index) => ({ story, row: rows[index] }));
}

export async function pauseForQuestion(
  db: Transaction<Database>,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  const { id } = await db
    .selectFrom('applicants')
    .select('id')
    .where('status', '=', 'pending')
    .where('portfolio_name', '=', demoLenders[0]?.portfolio ?? '')
    .where('due_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.updateTable('applicants').set({ paused_at: at }).where('id', '=', id).execute();
  await db
    .insertInto('clock_pauses')
    .values({ applicant_id: id, because: 'lender_query', from_at: at, by_id: by })
    .execute();
}

/**
 * Returns the columns of an applicant's clock, which are null if no rule applies. The clock stops a minute
 * after the decision, because a decision can be undone for a minute.
 */
function clockOf(story: DemoCase, { find }: Turnarounds) {
  const found = find({
    ...{ portfolio_name: story.portfolio, product_type: story.product },
    ...{ visit_type: story.visitType, pin_code: story.pin },
    ...{ received: story.createdAt.getTime(), pauses: [] },
  });
  const decidedAt = story.visit?.decidedAt;
  return {
    ...deadlineColumns(found),
    clock_stopped_at: found && decidedAt ? new Date(decidedAt.getTime() + 60_000) : null,
  };
}

export async function insertVerifications(
  db: Transaction<Database>,
  applicants: Awaited<ReturnType<typeof insertApplicants>>,
  { decider, agents }: { decider: number; agents: number[] },
  { photos, signatures }: { photos: DemoPhotoRow[][]; signatures: Map<DemoCase, DemoSignature> },
  { add }: WorkingTime,
) {
  const turns = turnsOf(applicants.map(({ story }) => story));
  const all: Visited[] = applicants
    .flatMap(({ story, row }) => {
      const agent = row?.assigned_agent_id;
      return story.visit && row && agent
        ? [{ story, visit: story.visit, applicantId: row.id, agent }]
        : [];
    })
    .map((visit, index) => ({ ...visit, photos: photos[index] ?? [] }));
  const visited = all
    .filter(({ story }) => story !== turns.held)
    .flatMap((one) => (one.story === turns.answered ? photosLater(one) : [one]))
    .sort((a, b) => a.visit.submittedAt.getTime() - b.visit.submittedAt.getTime());

  const held = all.find(({ story }) => story === turns.held);
  const rows = [...visited, ...(held ? [held] : [])].map((one) => ({
    ...one,
    row: visitRow(one.story, one.visit, { ...one, photos: one.photos.length }),
  }));
  await db
    .insertInto('visits')
    .values(
      rows.map(({ story, row }) =>
        story === turns.held
          ? { ...row, standing: 'held' as const, held_because: 'reassigned' as const }
          : row,
      ),
    )
    .execute();
  await db
    .insertInto('signatures')
    .values(
      rows.flatMap(({ story, row, isFirst }) => {
        const signature = isFirst ? undefined : signatures.get(story);
        return signature ? [{ ...signature, visit_id: row.id }] : [];
      }),
    )
    .execute();
  const ids = await db
    .insertInto('verifications')
    .values(
      visited.map(({ story, visit, applicantId, agent, photos: taken }, index) => ({
        ...statementOf(story, visit),
        applicant_id: applicantId,
        agent_id: agent,
        visit_id: rows[index]?.row.id ?? null,
        outcome: visit.story.outcome,
        latitude: visit.latitude,
        longitude: visit.longitude,
        image_count: taken.length,
        photos_expected: taken.length,
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
  await db
    .insertInto('photos')
    .values(
      rows.flatMap(({ story, visit, row, photos: taken }, index) =>
        taken.map(({ hashes: _, ...photo }) => ({
          ...photo,
          ...captureOf(visit, photo.position),
          visit_id: row.id,
          verification_id: story === turns.held ? null : (ids[index]?.id ?? null),
        })),
      ),
    )
    .execute();
  for (const { agent, visit, photos: taken } of rows)
    await addPhotoHashes(db, agent, taken, visit.submittedAt);

  const found = visited.map((one, index) => ({ ...one, id: ids[index]?.id ?? 0 }));
  await insertAttempts(db, applicants, found, add);
  if (held) {
    const at = add(held.visit.submittedAt, -hour);
    const assigned_agent_id = agents[colleagueOf(held.story)] ?? held.agent;
    await assignAgain(db, held.applicantId, { status: 'assigned', assigned_agent_id }, at);
  }
  for (const sentBack of [turns.answered, turns.sentBack]) {
    const [first, answer] = found.filter(({ story }) => story === sentBack);
    if (!first) continue;
    const at = add(first.visit.submittedAt, hour / 2);
    await insertSendBack(db, { first, answer, at, decider });
  }
  return found.filter(({ isFirst }) => !isFirst).map(({ story, id }) => ({ story, id }));
}

function photosLater(one: Visited): Visited[] {
  const remark =
    'Applicant met at the gate in heavy rain and confirmed the address. No photos could be taken.';
  const first: DemoVisit = {
    ...one.visit,
    story: { ...one.visit.story, remark },
    submittedAt: one.visit.triedAt,
  };
  return [{ ...one, visit: first, photos: [], isFirst: true }, one];
}

async function insertAttempts(
  db: Transaction<Database>,
  applicants: Awaited<ReturnType<typeof insertApplicants>>,
  visited: Visited[],
  add: WorkingTime['add'],
) {
  const before = visited
    .filter(({ visit }) => visit.story.hasAttempt)
    .map(({ visit, applicantId, agent }) => {
      const times = { sentAt: visit.triedAt, tryAgainAt: doorTimes(visit).arrivedAt };
      return attemptRow(times, { applicantId, agent });
    });
  const open = applicants
    .filter(({ story, row }) => story.status === 'assigned' && row?.assigned_agent_id)
    .filter((_, index) => index % 5 === 0)
    .map(({ story, row }) => {
      const sentAt = add(story.createdAt, hour);
      const times = { sentAt, tryAgainAt: add(sentAt, workingDay) };
      const of = { applicantId: row?.id ?? 0, agent: row?.assigned_agent_id ?? 0 };
      return attemptRow(times, of);
    });
  await db
    .insertInto('visits')
    .values([...before, ...open])
    .execute();
}
