/**
 * An agent who returns to the visit within this time (ms) is not asked again about being at the door. A phone
 * call at the door takes less time, and a ride to another door takes more.
 */
const mayBeAwayFor = 300_000;

let last: { visitId: string; at: number } | undefined;

export function noteVisitShown(visitId: string): void {
  last = { visitId, at: Date.now() };
}

/** Makes the app ask again at the next opening of the visit, even after less than `mayBeAwayFor`. */
export function forgetVisitShown(): void {
  last = undefined;
}

export function mayHaveMoved(visitId: string): boolean {
  if (last?.visitId !== visitId) return true;
  const away = Date.now() - last.at;
  // A negative time means that the phone's clock was set back.
  return away < 0 || away > mayBeAwayFor;
}
