/** A reason in one sentence why the server can't start here, for the person who starts it. */
export class CannotStart extends Error {}
