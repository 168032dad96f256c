import { wholeNumber } from './setting-kinds.ts';

/** The settings for how long users stay signed in. */
export const sessionSettings = {
  SESSION_IDLE_HOURS: wholeNumber('SESSION_IDLE_HOURS', 1, 24 * 90, 12),
  SESSION_MAX_DAYS: wholeNumber('SESSION_MAX_DAYS', 1, 365, 30),
  AGENT_SESSION_IDLE_DAYS: wholeNumber('AGENT_SESSION_IDLE_DAYS', 1, 90, 14),
  AGENT_SESSION_MAX_DAYS: wholeNumber('AGENT_SESSION_MAX_DAYS', 1, 365, 90),
};

/** The fixed rules for sessions and sign-in; docs/settings.md describes them. */
export const sessionRules = {
  /**
   * Wrong passwords or codes allowed for an account, and for a network, before each further try is delayed.
   * After the given seconds, one wrong try no longer counts.
   */
  wrongPerAccount: 5,
  wrongPerAccountSeconds: 900,
  wrongPerNetwork: 50,
  wrongPerNetworkSeconds: 60,
  accessTokenSeconds: 900,
  /**
   * Milliseconds that a process caches a session. After another process ends the session, it still works here
   * for that long.
   */
  sessionCache: 1_000,
  /**
   * An admin's used refresh token is accepted again until its successor is used: the response may have been
   * lost.
   */
  refreshGraceSeconds: 30,
  /** Milliseconds between the password and the code of the second step. */
  signInChallenge: 300_000,
  /** Days that a browser is remembered and a session's record is stored. No session lasts longer. */
  deviceDays: 365,
};
