/** Thrown for a failure that the operator can fix. The operator sees only the error's message. */
export class CannotStart extends Error {}
