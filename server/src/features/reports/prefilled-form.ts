import type { ReportForm } from '@doorstep/contract/reports/definition';
import { prefill } from '@doorstep/contract/reports/prefill';
import type { Case } from './report-store.ts';

/** A form filled in from what is stored of a case. */
export function prefilledForm(
  form: ReportForm,
  found: Case,
  photoCount: number,
  timeZone: string,
): Record<string, unknown> {
  const source = {
    ...found,
    applicant_ids: found.application_id,
    applicant: found.applicant_name,
    agent: found.agent_name,
    application_details: {
      application_id: found.application_id,
      name: found.applicant_name,
      mobile: found.mobile_number,
      address: found.address,
      applicant_type: found.applicant_type,
      portfolio_name: found.portfolio_name,
    },
  };
  return { ...prefill(form, source, timeZone), photographs_taken: photoCount };
}
