import type { authEndpoints } from '@doorstep/contract/wire/endpoint-list/auth';
import { asked, none, nothing, noUuid, type Sample } from '../endpoint-sample.ts';
import { readRow } from '../rows.ts';
import { challengeFor, turnOn } from '../second-factor.ts';
import { addUser, password, signIn } from '../test-app.ts';
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
  logout: { good: nothing, audit: 'session.sign_out' },
  listSessions: { good: nothing },
  endSession: {
    good: async ({ app, db }, asker) => {
      const login = { email_or_mobile: asker?.user.email, password };
      await app.inject({ method: 'POST', url: '/api/v1/auth/login/', payload: login });
      const { id } = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', asker?.user.id ?? 0)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      return { params: { id } };
    },
    unknown: { params: { id: noUuid } },
    foreign: async (server) => {
      const other = await signIn(server, 'agent');
      const { id } = await readRow(server.db, 'sessions', { user_id: other.user.id }, ['id']);
      return { request: { params: { id } }, status: 404 };
    },
    audit: 'session.end_session',
  },
  endOtherSessions: { good: nothing },
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
  readSecondFactor: { good: nothing },
  startEnrolment: {
    good: async () => ({ payload: { password } }),
    bad: { payload: {} },
    changes: 'second_factors',
  },
  confirmEnrolment: {
    good: async ({ app }, asker) => {
      const begun = await app.inject({
        method: 'POST',
        url: '/api/v1/auth/second-factor/enrolment/',
        headers: asker?.headers ?? {},
        payload: { password },
      });
      return { payload: { code: codeOf(begun.json<{ secret: string }>().secret) } };
    },
    bad: { payload: { code: '' } },
    audit: 'user.second_factor_on',
    changes: 'second_factors',
  },
  turnOffSecondFactor: {
    good: async (server, asker) => {
      const { recoveryCodes } = await turnOn(server, asked(asker));
      return { payload: { password, code: recoveryCodes[0] } };
    },
    bad: { payload: {} },
    audit: 'user.second_factor_off',
    changes: 'second_factors',
  },
  removeSecondFactor: {
    good: async (server) => {
      const admin = await signIn(server, 'admin');
      await turnOn(server, admin);
      return { params: { id: admin.user.id } };
    },
    unknown: none,
    audit: 'user.second_factor_removed',
    changes: 'second_factors',
  },
};
