/**
 * Returns the file name of a report. Replaces characters of the applicant's name by underscores, except
 * letters and their marks, digits, dots and underscores.
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
