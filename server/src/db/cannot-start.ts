/** Thrown for a failure that the operator can fix. The operator sees only its message. */
export class CannotStart extends Error {}
