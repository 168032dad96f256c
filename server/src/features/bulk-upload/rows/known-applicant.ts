import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import { hideAadhaar } from '@doorstep/contract/text/aadhaar';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import type { NewApplicant } from './check-row.ts';

/** The owner of a contact point: a stored applicant, or a row above. */
export interface KnownApplicant {
  applicant_name: string;
  address: string;
  row?: number;
  /** The status of a stored applicant. */
  status?: ApplicantStatus;
  /** Whether a revisit of a stored applicant is still open. */
  is_visited_again?: boolean;
}

const squeeze = (text: string) => text.toLowerCase().replace(/[ ._-]/g, '');

/**
 * Returns the key that at most one row of a file may have, like `contact_point` in the database, with the
 * types in their canonical spelling.
 */
export const contactPointOf = ({ application_id, applicant_type, visit_type }: Distinguishing) =>
  `${application_id}/${squeeze(applicant_type)}/${squeeze(visit_type).replace(/visit$/, '')}`;

/** The difference between two applicants of one application number. */
export type Distinguishing = Pick<
  NewApplicant,
  'application_id' | 'applicant_name' | 'applicant_type' | 'visit_type' | 'address'
>;

/** Explains why a row with a known contact point is not stored, and what to do if it may be another visit. */
export function explainKnown(given: Distinguishing, known: KnownApplicant): string {
  const { application_id, applicant_type, visit_type } = given;
  const place = `${applicant_type.toUpperCase()}, ${visit_type}`;
  const from = known.row === undefined ? '' : ` from row ${known.row}`;
  const already = `Application ${application_id} (${place}) is already known${from}`;
  return hideAadhaar(already + explainDifference(given, known));
}

function explainDifference(
  { applicant_name, applicant_type, address, visit_type }: Distinguishing,
  known: KnownApplicant,
): string {
  const type = applicant_type.toUpperCase();
  if (!areAlike(applicant_name, known.applicant_name)) {
    const other = /^APPLICANT( \d+)?$/.test(type) ? 'CO-APPLICANT' : nextOf(type);
    return ` with another name: ${known.applicant_name} there, ${applicant_name} here: if both belong to this application, change this one's applicant type to ${other}, otherwise correct its number`;
  }
  if (areAlike(address, known.address)) return '';
  // Only RESIDENCE itself gets the report of a home, so another home needs another applicant type.
  return isResidenceVisit(visit_type)
    ? ` with the same visit type and another address: if it is another home, change its applicant type to ${nextOf(type)}`
    : ` with the same visit type and another address: if it is another place, change its visit type to ${nextOf(visit_type)}`;
}

/** Whether a lender sends an applicant again whose visits are decided. */
export const isRevisit = (given: Distinguishing, known: KnownApplicant | null): boolean =>
  known?.status === 'submitted' &&
  !known.is_visited_again &&
  areAlike(given.applicant_name, known.applicant_name);

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
const areAlike = (one: string, other: string) => letters(one) === letters(other);

/** OFFICE, OFFICE 2, OFFICE 3 … */
function nextOf(type: string): string {
  const [, kind = type, number = '1'] = /^(.*?) ?(\d+)?$/.exec(type) ?? [];
  return `${kind} ${Number(number) + 1}`;
}
