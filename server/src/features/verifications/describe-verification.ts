import type { EvidencePart } from '@doorstep/contract/evidence/checks';
import type { Evidence } from '@doorstep/contract/evidence/findings';
import type {
  AdminReviewedDetails,
  AgentDetails,
  ApplicationDetails,
  ListedVerification,
  Verification,
} from '@doorstep/contract/verifications';
import type { EvidenceRecord } from '../../domain/evidence/evidence-rows.ts';
import { describePhoto, describeSignature } from '../../storage/photos/describe-photo.ts';
import { signMediaLink } from '../../storage/photos/media-links.ts';
import type { ListedRecord, VerificationRecord } from './verification-store.ts';

export function describeListed(
  record: ListedRecord,
  secret: Uint8Array,
  now = new Date(),
): ListedVerification {
  const links = record.photo_ids.map((id) =>
    signMediaLink(secret, { kind: 'photo', id, size: 'screen' }, now),
  );
  return describeSpecified(record, links);
}

export function describeVerification(
  record: VerificationRecord & {
    evidence?: EvidenceRecord | null;
    checked_parts?: EvidencePart[] | null;
    evidence_due?: boolean;
    later_verification_id?: number | null;
  } & Pick<Verification, 'callback' | 'disputes' | 'review_again'>,
  secret: Uint8Array,
  now = new Date(),
): Verification {
  const photos = record.photos.map((photo) => describePhoto(photo, secret, now));
  return {
    ...describeSpecified(
      record,
      photos.map(({ url }) => url),
    ),
    outcome: record.outcome,
    tries: record.tries,
    photos_expected: record.photos_expected,
    sent_back: record.sent_back,
    photos,
    updated_at: record.decided_at ?? record.submitted_at,
    visited_at: record.visited_at,
    facts: record.facts,
    signature: describeSignature(record.signature, secret, now),
    earlier_answers: record.earlier_answers,
    answers: record.answers,
    ...(record.later_verification_id !== undefined && {
      later_verification_id: record.later_verification_id,
    }),
    ...(record.callback !== undefined && { callback: record.callback }),
    ...(record.disputes !== undefined && { disputes: record.disputes }),
    ...(record.review_again !== undefined && { review_again: record.review_again }),
    ...(record.evidence !== undefined && {
      evidence: record.evidence && {
        ...describeEvidence(record.evidence, secret, now),
        ...(record.checked_parts && { checked_parts: record.checked_parts }),
      },
      evidence_due: record.evidence_due ?? false,
    }),
  };
}

type Specified = Omit<ListedRecord, 'photo_ids'>;

function describeSpecified(record: Specified, image_urls: string[]) {
  return {
    verification_id: record.verification_id,
    applicant_ids: record.applicant_ids,
    applicant: record.applicant,
    agent: record.agent,
    overall_observation: record.overall_observation,
    admin_decision: record.admin_decision,
    portfolio_name: record.portfolio_name,
    visit_type: record.visit_type,
    image_count: record.image_count,
    submitted_at: record.submitted_at,
    neighbour1_name: record.neighbour1_name,
    neighbour1_address: record.neighbour1_address,
    neighbour1_feedback: record.neighbour1_feedback,
    neighbour2_name: record.neighbour2_name,
    neighbour2_address: record.neighbour2_address,
    neighbour2_feedback: record.neighbour2_feedback,
    remark: record.remark,
    verification_address: record.verification_address,
    latitude: record.latitude,
    longitude: record.longitude,
    image_urls,
    application_details: describeApplication(record),
    agent_details: describeAgent(record),
    admin_reviewed_details: describeReview(record),
  };
}

function describeEvidence(
  { checked_at, findings }: EvidenceRecord,
  secret: Uint8Array,
  now: Date,
): Evidence {
  return {
    checked_at,
    findings: findings.map((finding) => ({
      ...finding,
      photos: finding.photos.map(({ photo_id, other }) => ({
        photo_id,
        other: other && { ...other, photo: describePhoto(other.photo, secret, now) },
      })),
    })),
  };
}

function describeApplication(record: Specified): ApplicationDetails {
  return {
    id: record.applicant_id,
    application_id: record.applicant_ids,
    name: record.applicant,
    mobile: record.mobile_number,
    address: record.address,
    pin_code: record.pin_code,
    status: record.status,
    applicant_type: record.applicant_type,
    portfolio_name: record.portfolio_name,
    product_type: record.product_type,
    visit_type: record.visit_type,
    message: record.message,
    created_at: record.created_at,
  };
}

function describeAgent(record: Specified): AgentDetails {
  return {
    id: record.agent_id,
    name: record.agent,
    email: record.agent_email,
    mobile: record.agent_phone,
    is_assigned: record.assigned_agent_id === record.agent_id,
  };
}

function describeReview(record: Specified): AdminReviewedDetails | null {
  const { admin_decision, admin_id, admin_name, decided_at, decision_notes } = record;
  if (admin_decision === 'pending' || !admin_id || !admin_name || !decided_at) return null;
  return {
    admin_id,
    admin_decision,
    decision_date: decided_at,
    decision_notes,
    reviewed_by: admin_name,
    reviewed_at: decided_at,
    is_approved: admin_decision === 'positive',
  };
}
