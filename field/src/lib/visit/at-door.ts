/**
 * The time in milliseconds within which the agent is not asked again. A call at the door takes some
 * minutes, and a ride to another door takes more.
 */
const mayBeAwayFor = 300_000;

/** The visit that this page showed last, and the time when it was shown. */
let last: { visitId: string; at: number } | undefined;

/** Records that the agent is working on a visit now. */
export function noteVisitShown(visitId: string): void {
  last = { visitId, at: Date.now() };
}

/** Forgets the shown visit, so that the agent is asked at the next opening, however soon. */
export function forgetVisitShown(): void {
  last = undefined;
}

/** Whether the agent may have moved since the visit was shown. */
export function mayHaveMoved(visitId: string): boolean {
  if (last?.visitId !== visitId) return true;
  const away = Date.now() - last.at;
  // A negative time means that the phone's clock was set back.
  return away < 0 || away > mayBeAwayFor;
}
