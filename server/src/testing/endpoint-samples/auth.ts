import type { authEndpoints } from '@doorstep/contract/wire/endpoint-list/auth';
import { about, nothing, noUuid, type Sample, sending } from '../endpoint-sample.ts';
import { readRow, readRows } from '../rows.ts';
import { challengeFor, turnOn } from '../second-factor.ts';
import { addUser, password, signIn, signInAs } from '../test-app.ts';
import { codeOf } from '../totp-code.ts';

export const authSamples: Record<keyof typeof authEndpoints, Sample> = {
  login: {
    good: async ({ db }) => ({
      payload: { email_or_mobile: (await addUser(db, 'agent')).email, password },
    }),
    bad: { payload: { email_or_mobile: 7 } },
    audit: 'session.sign_in',
  },
  refresh: {
    good: async (server) => ({
      payload: { refresh: (await signIn(server, 'agent')).refreshToken },
    }),
    bad: { payload: { refresh: '' } },
  },
  logout: { ...nothing, audit: 'session.sign_out' },
  listSessions: nothing,
  endSession: {
    good: async (server, { user }) => {
      const [before] = await readRows(server.db, 'sessions', { user_id: user.id }, ['id']);
      await signInAs(server, user);
      const sessions = await readRows(server.db, 'sessions', { user_id: user.id }, ['id']);
      return { params: { id: sessions.find(({ id }) => id !== before?.id)?.id ?? '' } };
    },
    unknown: { params: { id: noUuid } },
    foreign: async (server) => {
      const { user } = await signIn(server, 'agent');
      const params = await readRow(server.db, 'sessions', { user_id: user.id }, ['id']);
      return { request: { params }, status: 404 };
    },
    audit: 'session.end_session',
  },
  endOtherSessions: nothing,
  confirmSignIn: {
    good: async (server) => {
      const admin = await signIn(server, 'admin');
      const { secret } = await turnOn(server, admin);
      const challenge = await challengeFor(server, admin.user.email);
      return { payload: { challenge, code: codeOf(secret) } };
    },
    bad: { payload: { challenge: '' } },
    audit: 'session.sign_in',
  },
  readSecondFactor: nothing,
  startEnrolment: {
    ...sending(() => ({ password }), {}),
    changes: 'second_factors',
  },
  confirmEnrolment: {
    good: async (_, asker) => {
      const begun = await asker.post('auth/second-factor/enrolment/', { password });
      return { payload: { code: codeOf(begun.json<{ secret: string }>().secret) } };
    },
    bad: { payload: { code: '' } },
    ...{ audit: 'user.second_factor_on', changes: 'second_factors' },
  },
  turnOffSecondFactor: {
    good: async (server, asker) => {
      const { recoveryCodes } = await turnOn(server, asker);
      return { payload: { password, code: recoveryCodes[0] } };
    },
    bad: { payload: {} },
    ...{ audit: 'user.second_factor_off', changes: 'second_factors' },
  },
  removeSecondFactor: {
    ...about(async (server) => {
      const admin = await signIn(server, 'admin');
      await turnOn(server, admin);
      return { params: { id: admin.user.id } };
    }),
    ...{ audit: 'user.second_factor_removed', changes: 'second_factors' },
  },
};
