import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import type { Generated } from 'kysely';

export interface CountTables {
  applicant_sums: {
    span: 'all' | 'month' | 'day';
    start: string;
    portfolio_name: string;
  } & Record<ApplicantStatus, number>;
  applicant_block_sums: { block: number; applicants: number };
  verification_sums: Record<DecisionFilter, number>;
  change_counts: {
    applicants: number;
    applicant_texts: number;
    verifications: number;
    verification_texts: number;
  };
  counted_time_zone: { is_only: Generated<boolean>; time_zone: string };
}
