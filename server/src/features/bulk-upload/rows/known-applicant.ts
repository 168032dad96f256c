import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import { hideAadhaar } from '@doorstep/contract/text/aadhaar';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import type { NewApplicant } from './check-row.ts';

/** The applicant that already has a contact point: a stored applicant, or an earlier row of the file. */
export interface KnownApplicant {
  applicant_name: string;
  address: string;
  row?: number;
  status?: ApplicantStatus;
  /** Whether the uploaded row was already stored as a revisit that is not decided yet. */
  is_visited_again?: boolean;
}

const squeeze = (text: string) => text.toLowerCase().replace(/[ ._-]/g, '');

/**
 * Returns the key of a contact point, which only one row of a file may have. Expects normalised values, and
 * ignores case and separators like the SQL function `contact_point`.
 */
export const contactPointOf = ({ application_id, applicant_type, visit_type }: Distinguishing) =>
  `${application_id}/${squeeze(applicant_type)}/${squeeze(visit_type).replace(/visit$/, '')}`;

export type Distinguishing = Pick<
  NewApplicant,
  'application_id' | 'applicant_name' | 'applicant_type' | 'visit_type' | 'address'
>;

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
    return ` with the name ${known.applicant_name}. This row has the name ${applicant_name}. If both belong to this application, change the applicant type of this row to ${other}. Otherwise, correct its application number`;
  }
  if (areAlike(address, known.address)) return '';
  // Changes the applicant type of a second home, because the visit type RESIDENCE 2 would get the report of
  // an office.
  return isResidenceVisit(visit_type)
    ? ` with another address. If this row is another home, change its applicant type to ${nextOf(type)}`
    : ` with another address. If this row is another place, change its visit type to ${nextOf(visit_type)}`;
}

/** Whether the row asks for another visit to an applicant that is already decided. */
export const isRevisit = (given: Distinguishing, known: KnownApplicant | null): boolean =>
  known?.status === 'submitted' &&
  !known.is_visited_again &&
  areAlike(given.applicant_name, known.applicant_name);

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
const areAlike = (one: string, other: string) => letters(one) === letters(other);

/** Returns the next type in a series such as OFFICE, OFFICE 2, OFFICE 3. */
function nextOf(type: string): string {
  const [, kind = type, number = '1'] = /^(.*?) ?(\d+)?$/.exec(type) ?? [];
  return `${kind} ${Number(number) + 1}`;
}
