import { createECDH } from 'node:crypto';
import type { alertsEndpoints } from '@doorstep/contract/wire/endpoint-list/alerts';
import { readPushKeys } from '../../features/alerts/push/push-key-store.ts';
import { nothing, type Sample, sending } from '../endpoint-sample.ts';

const subscription = (endpoint = 'https://fcm.googleapis.com/fcm/send/sample') => ({
  endpoint,
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
});

export const alertsSamples: Record<keyof typeof alertsEndpoints, Sample> = {
  getMailAlert: nothing,
  turnOnMailAlert: {
    ...sending(() => ({ address: 'nandini@example.test' }), { address: 'a@b.test, c@d.test' }),
    ...{ audit: 'user.mail_on', changes: 'mail_alerts' },
  },
  turnOffMailAlert: nothing,
  getPush: {
    good: async ({ platform }) => {
      // Creates the keys before the request, because the test fails if a GET changes the database.
      await readPushKeys(platform);
      return {};
    },
  },
  turnOnPush: {
    ...sending(subscription, subscription('https://127.0.0.1/push')),
    ...{ audit: 'user.push_on', changes: 'push_subscriptions' },
  },
  turnOffPush: nothing,
};
