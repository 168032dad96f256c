import { wholeNumber } from './setting-kinds.ts';

export const sessionSettings = {
  SESSION_IDLE_HOURS: wholeNumber('SESSION_IDLE_HOURS', 1, 24 * 90, 12),
  SESSION_MAX_DAYS: wholeNumber('SESSION_MAX_DAYS', 1, 365, 30),
  AGENT_SESSION_IDLE_DAYS: wholeNumber('AGENT_SESSION_IDLE_DAYS', 1, 90, 14),
  AGENT_SESSION_MAX_DAYS: wholeNumber('AGENT_SESSION_MAX_DAYS', 1, 365, 90),
};

export const sessionRules = {
  /**
   * The number of wrong passwords or codes, for one account and for one network, after which the next sign-in
   * must wait. The seconds are the longest wait, and the pause after which one wrong password or code is
   * forgotten.
   */
  wrongPerAccount: 5,
  wrongPerAccountSeconds: 900,
  wrongPerNetwork: 50,
  wrongPerNetworkSeconds: 60,
  accessTokenSeconds: 900,
  /**
   * The milliseconds for which a process caches a session. If another process ends a session, this process
   * still accepts it until its cache entry expires.
   */
  sessionCache: 1_000,
  /**
   * The seconds in which an admin's used refresh token is accepted again, because the response may have been
   * lost. Once the new token was used, the old token is rejected.
   */
  refreshGraceSeconds: 30,
  /** The timeout between the password and the code of the second step, in milliseconds. */
  signInChallenge: 300_000,
  /**
   * The days for which browsers are remembered and records of sessions are stored. No session lasts longer.
   */
  deviceDays: 365,
};
