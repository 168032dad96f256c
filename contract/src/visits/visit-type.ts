/** Any other visit type means an office. */
export function isResidenceVisit(visitType: string | null | undefined): boolean {
  const type = visitType?.trim().toUpperCase();
  return type === 'RESIDENCE' || type === 'RESIDENCE VISIT';
}
