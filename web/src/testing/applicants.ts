import type { Applicant, RelatedApplicant } from '@doorstep/contract/applicants';
import type { User } from '@doorstep/contract/users';

const moment = '2026-03-05T05:00:00.000Z';

export function agentOf(fields: Partial<User> & Pick<User, 'id' | 'name'>): User {
  return {
    email: `agent${fields.id}@doorstep.test`,
    phone_number: `98200000${String(fields.id).padStart(2, '0')}`,
    is_active: true,
    is_admin: false,
    is_superadmin: false,
    created_at: moment,
    updated_at: moment,
    profile_image_url: null,
    ...fields,
  };
}

export function applicantOf(fields: Partial<Applicant> & Pick<Applicant, 'id'>): Applicant {
  return {
    applicant_type: 'Applicant',
    portfolio_name: 'Sahyadri Bank',
    product_type: 'Home Loan',
    visit_type: 'RESIDENCE',
    application_id: `SB-${fields.id}`,
    applicant_name: `Applicant ${fields.id}`,
    address: '12 Temple Road, Pune',
    mobile_number: '9876543210',
    pin_code: '411001',
    message: '',
    status: 'pending',
    assigned_agent: null,
    created_at: moment,
    updated_at: moment,
    ...fields,
  };
}

export function assignedTo({ id, name, email, phone_number, is_admin }: User) {
  return { id, name, email, phone_number, is_admin };
}

export function relatedOf(
  fields: Partial<RelatedApplicant> & Pick<RelatedApplicant, 'id'>,
): RelatedApplicant {
  return {
    applicant_name: `Applicant ${fields.id}`,
    applicant_type: 'Applicant',
    visit_type: 'OFFICE',
    status: 'visited',
    verification_id: 500 + fields.id,
    visited_at: moment,
    ...fields,
  };
}
