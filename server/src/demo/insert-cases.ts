import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { DemoCase } from './cases.ts';
import type { DemoPhotoRow } from './store-photos.ts';

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
        created_at: story.createdAt,
        updated_at: story.visit?.decidedAt ?? story.visit?.submittedAt ?? story.createdAt,
      })),
    )
    .returning(['id', 'assigned_agent_id'])
    .execute();
  return cases.map((story, index) => ({ story, row: rows[index] }));
}

/** Stores the visits in the order they came in; answers their cases with the verifications' ids. */
export async function insertVerifications(
  db: Transaction<Database>,
  applicants: Awaited<ReturnType<typeof insertApplicants>>,
  decider: number,
  photos: DemoPhotoRow[][],
) {
  const visited = applicants
    .flatMap(({ story, row }) => {
      const agent = row?.assigned_agent_id;
      return story.visit && row && agent
        ? [{ story, visit: story.visit, applicantId: row.id, agent }]
        : [];
    })
    .map((visit, index) => ({ ...visit, photos: photos[index] ?? [] }))
    .sort((a, b) => a.visit.submittedAt.getTime() - b.visit.submittedAt.getTime());
  const ids = await db
    .insertInto('verifications')
    .values(
      visited.map(({ story, visit, applicantId, agent, photos: taken }, index) => ({
        applicant_id: applicantId,
        agent_id: agent,
        overall_observation: visit.story.observation,
        neighbour1_name: visit.neighbours[0]?.name ?? '',
        neighbour1_address: visit.neighbours[0]?.address ?? '',
        neighbour1_feedback: visit.neighbours[0]?.feedback ?? '',
        neighbour2_name: visit.neighbours[1]?.name ?? '',
        neighbour2_address: visit.neighbours[1]?.address ?? '',
        neighbour2_feedback: visit.neighbours[1]?.feedback ?? '',
        remark: visit.story.remark,
        verification_address: story.address,
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
  return visited.map(({ story }, index) => ({ story, id: ids[index]?.id ?? 0 }));
}
