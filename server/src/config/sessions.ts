import { wholeNumber } from './setting-kinds.ts';

/** How long people stay signed in, as far as the provider sets it. */
export const sessionSettings = {
  SESSION_IDLE_HOURS: wholeNumber('SESSION_IDLE_HOURS', 1, 24 * 90, 12),
  SESSION_MAX_DAYS: wholeNumber('SESSION_MAX_DAYS', 1, 365, 30),
  AGENT_SESSION_IDLE_DAYS: wholeNumber('AGENT_SESSION_IDLE_DAYS', 1, 90, 14),
  AGENT_SESSION_MAX_DAYS: wholeNumber('AGENT_SESSION_MAX_DAYS', 1, 365, 90),
};

/** The fixed rules of sessions and of signing in; docs/settings.md describes them. */
export const sessionRules = {
  /** Wrong passwords or codes of an account, and of a network, before each further one has to wait. One is forgotten in so many seconds. */
  wrongPerAccount: 5,
  wrongPerAccountSeconds: 900,
  wrongPerNetwork: 50,
  wrongPerNetworkSeconds: 60,
  accessTokenSeconds: 900,
  /** Milliseconds that a process caches a session. If another process ends the session, it works here until then. */
  sessionCache: 1_000,
  /** A used refresh token of an admin is accepted again while none made from it was used: the answer may have been lost. */
  refreshGraceSeconds: 30,
  /** Milliseconds from the password to the code of the second step. */
  signInChallenge: 300_000,
  /** How long a browser is remembered and a session's record is stored. No session may be open longer. */
  deviceDays: 365,
};
