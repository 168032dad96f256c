import type { alertsEndpoints } from '@doorstep/contract/wire/endpoint-list/alerts';
import { nothing, type Sample } from '../endpoint-sample.ts';

export const alertsSamples: Record<keyof typeof alertsEndpoints, Sample> = {
  getMailAlert: { good: nothing },
  turnOnMailAlert: {
    good: async () => ({ payload: { address: 'nandini@example.test' } }),
    bad: { payload: { address: 'a@b.test, c@d.test' } },
    audit: 'user.mail_on',
    changes: 'mail_alerts',
  },
  turnOffMailAlert: { good: nothing },
};
