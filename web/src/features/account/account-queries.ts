import { getMailAlert } from '@doorstep/contract/alerts/mail';
import { readSecondFactor } from '@doorstep/contract/auth/second-factor';
import { listSessions } from '@doorstep/contract/auth/sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
});

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => call(readSecondFactor, { signal }),
});

export const mailAlertQuery = queryOptions({
  queryKey: ['account', 'mail-alert'],
  queryFn: ({ signal }) => call(getMailAlert, { signal }),
});
