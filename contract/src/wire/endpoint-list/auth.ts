import {
  confirmEnrolment,
  confirmSignIn,
  readSecondFactor,
  removeSecondFactor,
  startEnrolment,
  turnOffSecondFactor,
} from '../../auth/second-factor.ts';
import { endOtherSessions, endSession, listSessions } from '../../auth/sessions.ts';
import { login, logout, refresh } from '../../auth.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const authEndpoints = {
  login: { endpoint: login, noun: 'Sessions', title: 'Sign in by phone or email' },
  refresh: {
    endpoint: refresh,
    noun: 'Sessions',
    title: 'Renew the tokens',
    note: 'A refresh token works once. The answer may be lost, so the old token works again while the new one is unused. An admin has 30 seconds for this, an agent the whole session. Any other use ends the session.',
  },
  logout: { endpoint: logout, noun: 'Sessions', title: 'Sign out' },
  listSessions: { endpoint: listSessions, noun: 'Sessions', title: 'List own open sessions' },
  endSession: { endpoint: endSession, noun: 'Sessions', title: 'End one of one’s own sessions' },
  endOtherSessions: {
    endpoint: endOtherSessions,
    noun: 'Sessions',
    title: 'End all own sessions but this one',
  },

  confirmSignIn: {
    endpoint: confirmSignIn,
    noun: 'Two-step sign-in',
    title: 'Finish a sign-in with a code',
    note: 'The challenge is in the 401 of the login (code second_factor_required) and is valid for five minutes.',
  },
  readSecondFactor: {
    endpoint: readSecondFactor,
    noun: 'Two-step sign-in',
    title: 'Read whether one’s own two-step sign-in is on',
  },
  startEnrolment: {
    endpoint: startEnrolment,
    noun: 'Two-step sign-in',
    title: 'Begin to set up two-step sign-in',
  },
  confirmEnrolment: {
    endpoint: confirmEnrolment,
    noun: 'Two-step sign-in',
    title: 'Turn on two-step sign-in with the first code',
    note: 'The recovery codes are shown only this once.',
  },
  turnOffSecondFactor: {
    endpoint: turnOffSecondFactor,
    noun: 'Two-step sign-in',
    title: 'Turn off two-step sign-in',
  },
  removeSecondFactor: {
    endpoint: removeSecondFactor,
    noun: 'Two-step sign-in',
    title: 'Remove a colleague’s two-step sign-in',
    note: 'Use this if a colleague has lost their phone. The colleague is signed out everywhere.',
  },
} as const satisfies Record<string, EndpointRow>;
