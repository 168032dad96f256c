/**
 * Returns the file name of a report. In the applicant's name, letters with their marks, digits and dots stay.
 * All other characters become underscores.
 */
export function reportFileName(
  applicantName: string | null | undefined,
  template: 'residence' | 'office',
  version?: number,
): string {
  const name = applicantName?.trim() || 'applicant';
  const suffix = version === undefined ? template : `${template}_v${version}`;
  return `${name.replace(/[^\p{L}\p{M}\p{N}_.]/gu, '_')}_${suffix}.pdf`;
}
