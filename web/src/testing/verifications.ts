import type { Decision, Verification, VerificationSummary } from '@doorstep/contract/verifications';

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
    application_details: {
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
    },
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
