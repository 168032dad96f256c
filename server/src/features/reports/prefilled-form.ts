import type { ReportForm } from '@doorstep/contract/reports/definition';
import { prefill } from '@doorstep/contract/reports/prefill';
import type { Db } from '../../db/connection.ts';
import { findMatches } from '../../domain/matches/match-store.ts';
import type { ReportedVerification } from './report-store.ts';

export async function prefilledForm(
  db: Db,
  form: ReportForm,
  found: ReportedVerification,
  photoCount: number,
  timeZone: string,
): Promise<Record<string, unknown>> {
  const source = {
    ...found,
    matches: await findMatches(db, found.applicant_id),
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
