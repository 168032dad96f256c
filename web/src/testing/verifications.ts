import type { ReportVersion } from '@doorstep/contract/reports/versions';
import type {
  Decision,
  SentBack,
  Verification,
  VerificationSummary,
} from '@doorstep/contract/verifications';

const submittedAt = '2026-03-05T05:00:00.000Z';

export function verificationRow(fields: Partial<VerificationSummary> = {}): VerificationSummary {
  return {
    verification_id: 501,
    applicant_ids: 'HL-1',
    applicant: 'रमेश कुमार शर्मा',
    agent: 'Rekha Thomas',
    overall_observation: 'positive',
    admin_decision: 'pending',
    portfolio_name: 'Saraswat Home Loans',
    visit_type: 'RESIDENCE',
    image_count: 2,
    submitted_at: submittedAt,
    ...fields,
  };
}

// A transparent pixel, so that pictures load without a network.
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

export const photoLinks = [1, 2].map((number) => `${pixel}#${number}`);

type Details = NonNullable<Verification['application_details']>;

/** The `application_details` of a verification. */
export function detailsOf(fields: Partial<Details> = {}): Details {
  return {
    id: 10001,
    application_id: 'HL-1',
    name: 'रमेश कुमार शर्मा',
    mobile: '9820098200',
    address: '12 Temple Road, Pune 411001',
    pin_code: '411001',
    status: 'visited',
    applicant_type: 'Applicant',
    portfolio_name: 'Saraswat Home Loans',
    product_type: 'Home Loan',
    visit_type: 'RESIDENCE',
    message: '',
    created_at: submittedAt,
    ...fields,
  };
}

export function verificationOf(fields: Partial<Verification> = {}): Verification {
  return {
    ...verificationRow(),
    neighbour1_name: 'Sushila Devi',
    neighbour1_address: 'House 3, Temple Road',
    neighbour1_feedback: 'Knows the family well.',
    neighbour2_name: '',
    neighbour2_address: '',
    neighbour2_feedback: '',
    remark: 'Met in person.',
    verification_address: '12 Temple Road, Pune',
    latitude: 18.5204,
    longitude: 73.8567,
    image_urls: photoLinks,
    photos: [],
    application_details: detailsOf(),
    agent_details: {
      id: 1005,
      name: 'Rekha Thomas',
      email: 'rekha@doorstep.test',
      mobile: '9000000138',
      is_assigned: true,
    },
    admin_reviewed_details: null,
    updated_at: submittedAt,
    ...fields,
  };
}

export function decidedBy(
  admin_id: number,
  reviewed_by: string,
  admin_decision: Decision = 'positive',
  reviewed_at = new Date().toISOString(),
): Partial<Verification> {
  return {
    admin_decision,
    updated_at: reviewed_at,
    admin_reviewed_details: {
      ...{ admin_id, admin_decision, decision_date: reviewed_at, decision_notes: '' },
      ...{ reviewed_by, reviewed_at, is_approved: admin_decision === 'positive' },
    },
  };
}

export function sentBackOf(fields: Partial<SentBack> = {}): SentBack {
  return {
    ...{ at: '2026-03-05T06:00:00.000Z', by: 'Meera Rao', reasons: ['photo_unclear'], note: '' },
    ...{ photos_wanted: [], answered_by: null },
    ...fields,
  };
}

export function versionOf(fields: Partial<ReportVersion> = {}): ReportVersion {
  return {
    ...{ id: 9, version: 1, created_at: submittedAt, created_by: 'Meera Nair' },
    ...{ template: 'residence', origin: 'sent', admin_decision: 'pending' },
    ...{ code: 'K7QM-2XWD-9FTA', sha256: 'ab'.repeat(32), bytes: 600_000, pages: 4 },
    is_signed: false,
    ...fields,
  };
}
