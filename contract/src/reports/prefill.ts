import type { AgentDetails, ApplicationDetails, Verification } from '../verifications.ts';
import { defaultValues, type ReportForm } from './definition.ts';

/** What a form is prefilled from; a backend may leave any of it out. */
export type PrefillSource = {
  [K in Exclude<keyof Verification, 'application_details' | 'agent_details'>]?:
    | Verification[K]
    | null
    | undefined;
} & {
  application_details?: Partial<ApplicationDetails> | null;
  agent_details?: Partial<AgentDetails> | null;
};

/** True for RESIDENCE and RESIDENCE VISIT; any other visit type is an office. */
export function isResidenceVisit(visitType: string | null | undefined): boolean {
  const type = visitType?.trim().toUpperCase();
  return type === 'RESIDENCE' || type === 'RESIDENCE VISIT';
}

/** A moment as dd-mm-yyyy in the provider's time zone; '' when it is no date. */
export function visitDate(moment: string | null | undefined, timeZone: string): string {
  const day = new Date(moment ?? '');
  if (Number.isNaN(day.getTime())) return '';
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone,
  }).format(day);
  return parts.replaceAll('/', '-');
}

const filled = (values: Record<string, string | null | undefined>) =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );

/** The form's defaults, overlaid with what the verification, application, agent and decision already say. */
export function prefill(
  form: ReportForm,
  source: PrefillSource,
  timeZone: string,
): Record<string, string> {
  const application = source.application_details;
  const agent = source.agent_details?.name ?? source.agent;
  const reference = application?.application_id ?? source.applicant_ids;
  const applicant = source.applicant ?? application?.name;
  const portfolio = source.portfolio_name ?? application?.portfolio_name;
  const address = application?.address ?? source.verification_address;
  const visited = visitDate(source.submitted_at, timeZone);
  const decision =
    source.admin_decision === 'positive' || source.admin_decision === 'negative'
      ? source.admin_decision
      : undefined;
  const recommended = decision && (decision === 'positive' ? 'Y' : 'N');
  const notRecommended = decision && (decision === 'positive' ? 'N' : 'Y');
  const known =
    form.template === 'residence'
      ? {
          applicationRefNo: reference,
          portfolio_name: portfolio,
          applicantName: applicant,
          residenceAddress: address,
          dateTimeOfVisit: visited,
          residencePhoneMobile: application?.mobile,
          neighbourName: source.neighbour1_name,
          neighbourAddress: source.neighbour1_address,
          neighbourRemark: source.neighbour1_feedback,
          residenceStatus: source.overall_observation?.toUpperCase(),
          agencyDecision: decision?.toUpperCase(),
          verifierRemarks: source.remark,
          recommended,
          notRecommended,
          feName: agent,
        }
      : {
          application_ref_no: reference,
          portfolio_name: portfolio,
          applicant_name: applicant,
          applicant_category: application?.applicant_type,
          office_address: address,
          visit_date: visited,
          mobile_number: application?.mobile,
          neighbor_name: source.neighbour1_name,
          neighbor_address: source.neighbour1_address,
          neighbor_check: source.neighbour1_feedback,
          verifier_remarks: source.remark,
          recommended_check: recommended,
          not_recommended_check: notRecommended,
          verifier_name: agent,
        };
  return { ...defaultValues(form), ...filled(known) };
}

/**
 * A saved form with the visit's facts wherever it has no value. Not Recommended at its default says nothing while
 * Recommended is empty: a decision made since then prefills both.
 */
export function fillIn(
  facts: Record<string, string>,
  saved: Record<string, string>,
): Record<string, string> {
  const said = filled(saved);
  if (!said.recommended && said.notRecommended === 'Y') delete said.notRecommended;
  return { ...facts, ...said };
}
