/** Within this time nobody is asked again: a call at the door takes some minutes, a ride to another one more. */
const mayBeAwayFor = 300_000;

/** The visit that this page showed last, and when. */
let last: { visitId: string; at: number } | undefined;

/** Notes that the agent works on a visit now. */
export function noteVisitShown(visitId: string): void {
  last = { visitId, at: Date.now() };
}

/** The visit is continued from elsewhere: whoever opens it next is asked, however soon. */
export function forgetVisitShown(): void {
  last = undefined;
}

/** Whether the agent may have been elsewhere since the visit was shown. */
export function mayHaveMoved(visitId: string): boolean {
  if (last?.visitId !== visitId) return true;
  const away = Date.now() - last.at;
  // The phone's clock may have been set back.
  return away < 0 || away > mayBeAwayFor;
}
