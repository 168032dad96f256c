import { describeDedupe, type Match } from '../applicants/matches.ts';
import { readMoment } from '../text/moments.ts';
import type { AgentDetails, ApplicationDetails, Verification } from '../verifications.ts';
import {
  defaultValues,
  type Field,
  maxLengthOf,
  type ReportForm,
  textFields,
} from './definition.ts';
import { personMet, personMetField } from './visit-fields.ts';

/** The data from which a form is prefilled. A backend may omit any field. */
export type PrefillSource = {
  [K in Exclude<keyof Verification, 'application_details' | 'agent_details'>]?:
    | Verification[K]
    | null
    | undefined;
} & {
  application_details?: Partial<ApplicationDetails> | null;
  agent_details?: Partial<AgentDetails> | null;
  /** Other applications that match. Absent if a backend does not support matches. */
  matches?: readonly Match[] | undefined;
};

/** Returns the provider's local day as dd-mm-yyyy, or '' if the text is not a time. */
function visitDate(text: string | null | undefined, providersZone: string): string {
  const read = readMoment(text ?? '', providersZone);
  if (!read) return '';
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: read.timeZone,
  }).format(read.moment);
  return parts.replaceAll('/', '-');
}

const filled = (values: Record<string, string | null | undefined>) =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );

/**
 * Returns the values of a new form: the defaults, replaced by values of the application, the agent and the
 * decision, and last by values of the visit.
 */
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
  const visited = visitDate(source.visited_at ?? source.submitted_at, timeZone);
  const decision =
    source.admin_decision === 'positive' || source.admin_decision === 'negative'
      ? source.admin_decision
      : undefined;
  const recommended = decision && (decision === 'positive' ? 'Y' : 'N');
  const notRecommended = decision && (decision === 'positive' ? 'N' : 'Y');
  const dedupe = source.matches && describeDedupe(source.matches);
  const known =
    form.template === 'residence'
      ? {
          applicationRefNo: reference,
          portfolio_name: portfolio,
          applicantName: applicant,
          residenceAddress: application?.address,
          dateTimeOfVisit: visited,
          residencePhoneMobile: application?.mobile,
          agencyDecision: decision?.toUpperCase(),
          dedupeMatchFound: dedupe,
          recommended,
          notRecommended,
          feName: agent,
        }
      : {
          application_ref_no: reference,
          portfolio_name: portfolio,
          applicant_name: applicant,
          applicant_category: application?.applicant_type,
          office_address: application?.address,
          visit_date: visited,
          mobile_number: application?.mobile,
          dedup_match: dedupe,
          recommended_check: recommended,
          not_recommended_check: notRecommended,
          verifier_name: agent,
        };
  return { ...defaultValues(form), ...filled(known), ...visitValues(form, source) };
}

/**
 * Returns a visit's values for the fields of a form. Takes each value from the visit's facts, else from the
 * agent's statement, else from earlier visits that were sent back for this one, else from the default for the
 * outcome. Leaves out the fields that the office knows better than an agent.
 */
export function visitValues(form: ReportForm, source: PrefillSource): Record<string, string> {
  const { facts, earlier_answers: earlier, outcome, application_details } = source;
  const isKnown = ({ by, statement }: Field) =>
    by === 'office' ||
    (statement === 'verification_address' && Boolean(application_details?.address?.trim()));
  const values = textFields(form)
    .filter((field) => !isKnown(field))
    .map((field) => {
      const said = [
        facts?.[field.name],
        field.statement && source[field.statement],
        earlier?.[field.statement ?? field.name],
        outcome && field.follows?.[outcome],
      ];
      const value = said.map((text) => fitting(field, text)).find(Boolean) ?? '';
      return [field.name, field.statement === 'remark' ? remarkOn(source, value, field) : value];
    });
  return filled(Object.fromEntries(values));
}

/**
 * Puts the person met before the remark, as in 'Met Hema Raghavan, spouse.' The remark stays unchanged if
 * it already contains the name, or would become too long.
 */
function remarkOn({ facts, earlier_answers }: PrefillSource, remark: string, field: Field): string {
  const said = (facts?.[personMetField] ? facts : earlier_answers) ?? {};
  const person = personMet(said);
  const name = said[personMetField]?.trim().toLowerCase() ?? '';
  if (person === '' || remark.toLowerCase().includes(name)) return remark;
  const both = `Met ${person}. ${remark}`.trim();
  return both.length <= maxLengthOf(field) ? both : remark;
}

/**
 * Cuts a text to a field's maximum length. For a dropdown, returns the matching option, or '' if no option
 * matches.
 */
function fitting(field: Field, text: string | null | undefined): string {
  const said = text?.trim() ?? '';
  if (field.kind !== 'select') return said.slice(0, maxLengthOf(field)).trimEnd();
  return field.options.find((option) => option.toUpperCase() === said.toUpperCase()) ?? '';
}

/**
 * Returns a saved form whose empty fields are filled from `facts`. `Y` is the default of Not Recommended, so
 * it counts as empty while Recommended is empty. A decision made after the form was saved then fills both.
 */
export function fillIn(
  facts: Record<string, string>,
  saved: Record<string, string>,
): Record<string, string> {
  const said = filled(saved);
  if (!said.recommended && said.notRecommended === 'Y') delete said.notRecommended;
  return { ...facts, ...said };
}
