import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { addPhotoHashes } from '../domain/photo-hashes.ts';
import type { DemoCase } from './cases/cases.ts';
import { colleagueOf, turnsOf } from './cases/turns.ts';
import type { DemoVisit } from './cases/visits.ts';
import { attemptRow, captureOf, findingsOf, visitRow } from './insert-visits.ts';
import type { DemoPhotoRow } from './store-photos.ts';

const hour = 3_600_000;

/** Answers each case with its row, oldest first. */
export async function insertApplicants(
  db: Transaction<Database>,
  cases: DemoCase[],
  agents: number[],
) {
  const agentOf = (story: DemoCase) =>
    story.agent === null ? null : (agents[story.agent] ?? null);
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
        assigned_at: story.agent === null ? null : story.createdAt,
        created_at: story.createdAt,
        updated_at: story.visit?.decidedAt ?? story.visit?.submittedAt ?? story.createdAt,
      })),
    )
    .returning(['id', 'assigned_agent_id'])
    .execute();
  await sql`update assignments s set at = a.created_at from applicants a where a.id = s.applicant_id`.execute(
    db,
  );
  return cases.map((story, index) => ({ story, row: rows[index] }));
}

interface Visited {
  story: DemoCase;
  visit: DemoVisit;
  applicantId: number;
  agent: number;
  photos: DemoPhotoRow[];
  /** Sent back for its photos; another visit follows. */
  isFirst?: boolean;
}

/** Stores the visits in the order they came in; answers their cases with the verifications' ids. */
export async function insertVerifications(
  db: Transaction<Database>,
  applicants: Awaited<ReturnType<typeof insertApplicants>>,
  { decider, agents }: { decider: number; agents: number[] },
  photos: DemoPhotoRow[][],
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
  const ids = await db
    .insertInto('verifications')
    .values(
      visited.map(({ story, visit, applicantId, agent, photos: taken }, index) => ({
        ...findingsOf(story, visit),
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
  await insertAttempts(db, applicants, found);
  if (held) await giveAway(db, held, agents[colleagueOf(held.story)] ?? held.agent);
  await insertSendBacks(
    db,
    found.filter(({ story }) => story === turns.answered),
    decider,
  );
  await insertSendBacks(
    db,
    found.filter(({ story }) => story === turns.sentBack),
    decider,
  );
  return found.filter(({ isFirst }) => !isFirst).map(({ story, id }) => ({ story, id }));
}

/** The visit of a case in two: the day before without a photo, then as it is. */
function photosLater(one: Visited): Visited[] {
  const remark =
    'Applicant met at the gate in heavy rain and confirmed the address. No photos could be taken.';
  const first: DemoVisit = {
    ...one.visit,
    story: { ...one.visit.story, remark },
    submittedAt: new Date(one.visit.submittedAt.getTime() - 20 * hour),
  };
  return [{ ...one, visit: first, photos: [], isFirst: true }, one];
}

/** A locked door the day before a visit that says so, and at every fifth task that is still open. */
async function insertAttempts(
  db: Transaction<Database>,
  applicants: Awaited<ReturnType<typeof insertApplicants>>,
  visited: Visited[],
) {
  const before = visited
    .filter(({ visit }) => visit.story.hasAttempt)
    .map(({ story, visit, applicantId, agent }) => {
      const span = visit.submittedAt.getTime() - story.createdAt.getTime();
      const at = new Date(visit.submittedAt.getTime() - Math.min(20 * hour, span / 2) - hour / 2);
      return attemptRow(story, at, { applicantId, agent });
    });
  const open = applicants
    .filter(({ story, row }) => story.status === 'assigned' && row?.assigned_agent_id)
    .filter((_, index) => index % 5 === 0)
    .map(({ story, row }) =>
      attemptRow(story, new Date(story.createdAt.getTime() + hour / 4), {
        applicantId: row?.id ?? 0,
        agent: row?.assigned_agent_id ?? 0,
      }),
    );
  await db
    .insertInto('visits')
    .values([...before, ...open])
    .execute();
}

/** Another agent was given the task an hour before the visit came in. */
async function giveAway(db: Transaction<Database>, held: Visited, colleague: number) {
  const at = new Date(held.visit.submittedAt.getTime() - hour);
  await db
    .updateTable('applicants')
    .set({ status: 'assigned', assigned_agent_id: colleague, updated_at: at })
    .where('id', '=', held.applicantId)
    .execute();
  await db
    .updateTable('assignments')
    .set({ at })
    .where('applicant_id', '=', held.applicantId)
    .where('version', '>', 0)
    .execute();
}

/** Sends back the first of these visits, which the next one answers; without one the applicant is on the way again. */
async function insertSendBacks(
  db: Transaction<Database>,
  [first, answer]: (Visited & { id: number })[],
  decider: number,
) {
  if (!first) return;
  const { visit, id, applicantId } = first;
  const at = new Date(visit.submittedAt.getTime() + hour / 2);
  await db.updateTable('verifications').set({ sent_back_at: at }).where('id', '=', id).execute();
  await db
    .insertInto('send_backs')
    .values({
      verification_id: id,
      reasons: answer ? ['nameplate_missing'] : ['photo_unclear', 'neighbour_missing'],
      note: answer
        ? 'Please go again and photograph the house and its name plate.'
        : 'The bill can’t be read. Please speak to a second neighbour.',
      photos_wanted: answer ? ['door', 'nameplate'] : ['document'],
      by_id: decider,
      at,
      answered_by: answer
        ? visitRow(answer.story, answer.visit, { ...answer, photos: 0 }).id
        : null,
    })
    .execute();
  if (answer) return;
  await db
    .updateTable('applicants')
    .set({ status: 'assigned', updated_at: at })
    .where('id', '=', applicantId)
    .execute();
}
