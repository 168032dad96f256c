/** Returns true for RESIDENCE and RESIDENCE VISIT; any other visit type is an office. */
export function isResidenceVisit(visitType: string | null | undefined): boolean {
  const type = visitType?.trim().toUpperCase();
  return type === 'RESIDENCE' || type === 'RESIDENCE VISIT';
}
