/** Thrown if the server can't start for a reason that the operator can fix. The message is one sentence. */
export class CannotStart extends Error {}
