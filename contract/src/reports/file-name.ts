/** The report's file name: applicant (or 'applicant') and template; what is no letter, digit, underscore or dot becomes an underscore. */
export function reportFileName(
  applicantName: string | null | undefined,
  template: 'residence' | 'office',
  version?: number,
): string {
  const name = applicantName?.trim() || 'applicant';
  const suffix = version === undefined ? template : `${template}_v${version}`;
  return `${name.replace(/[^\p{L}\p{M}\p{N}_.]/gu, '_')}_${suffix}.pdf`;
}
