/** All visit types except these two mean an office. */
export function isResidenceVisit(visitType: string | null | undefined): boolean {
  const type = visitType?.trim().toUpperCase();
  return type === 'RESIDENCE' || type === 'RESIDENCE VISIT';
}
