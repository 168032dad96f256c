/**
 * Returns the report's file name: applicant (or 'applicant') and template. Characters other than letters,
 * digits, underscore and dot become underscores.
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
