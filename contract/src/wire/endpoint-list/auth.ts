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
    note: 'The answer may be lost, so the old refresh token still works until the new one is used. For an admin, this ends 30 seconds after its first use. Any later use of an old token ends the session.',
  },
  logout: { endpoint: logout, noun: 'Sessions', title: 'Sign out' },
  listSessions: { endpoint: listSessions, noun: 'Sessions', title: 'List own open sessions' },
  endSession: { endpoint: endSession, noun: 'Sessions', title: 'End one of your own sessions' },
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
    title: 'Read whether your own two-step sign-in is on',
  },
  startEnrolment: {
    endpoint: startEnrolment,
    noun: 'Two-step sign-in',
    title: 'Begin to set up two-step sign-in',
  },
  confirmEnrolment: {
    endpoint: confirmEnrolment,
    noun: 'Two-step sign-in',
    title: 'Turn on two-step sign-in by sending a code from the authenticator app',
    note: 'Only this answer contains the recovery codes.',
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
