import type { Applicant } from '@doorstep/contract/applicants';
import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import { sql } from 'kysely';
import { type StoredClock, storedClock } from '../../domain/clock/clock-rows.ts';

export type StoredApplicant = Omit<Applicant, 'clock'> & { clock: StoredClock | null };

export type ApplicantRow = Omit<StoredApplicant, 'assigned_agent' | 'unread_since'> & {
  unread_since: string | null;
  agent_id: number | null;
  agent_name: string;
  agent_email: string;
  agent_phone: string;
  agent_is_admin: boolean;
};

export const applicantColumns = sql`a.id, a.applicant_type, a.portfolio_name, a.product_type, a.visit_type,
  a.application_id, a.applicant_name, a.address, a.mobile_number, a.pin_code, a.message, a.status, a.created_at,
  a.updated_at, a.unread_since, u.id as agent_id, u.name as agent_name, u.email as agent_email, u.phone_number as agent_phone,
  u.is_admin as agent_is_admin, ${storedClock} as clock`;

export function toApplicant(row: ApplicantRow): StoredApplicant {
  return {
    id: row.id,
    applicant_type: row.applicant_type,
    portfolio_name: row.portfolio_name,
    product_type: row.product_type,
    visit_type: row.visit_type,
    application_id: row.application_id,
    applicant_name: row.applicant_name,
    address: row.address,
    mobile_number: row.mobile_number,
    pin_code: row.pin_code,
    message: row.message,
    status: row.status,
    assigned_agent:
      row.agent_id === null
        ? null
        : {
            id: row.agent_id,
            name: row.agent_name,
            email: row.agent_email,
            phone_number: row.agent_phone,
            is_admin: row.agent_is_admin,
          },
    created_at: row.created_at,
    updated_at: row.updated_at,
    clock: row.clock,
    ...(row.unread_since !== null && { unread_since: row.unread_since }),
  };
}

export interface Shown {
  statuses: ApplicantStatus[];
  portfolio: string | undefined;
  agent: number | undefined;
}

export const conditionsOf = ({ portfolio, agent }: Omit<Shown, 'statuses'>) => [
  ...(portfolio === undefined ? [] : [sql`a.portfolio_name = ${portfolio}`]),
  ...(agent === undefined ? [] : [sql`a.assigned_agent_id = ${agent}`]),
];

export const sumOf = (statuses: readonly ApplicantStatus[]) =>
  sql<number>`coalesce(sum(${sql.join(
    statuses.map((status) => sql.ref(status)),
    sql` + `,
  )}), 0)::bigint`;
