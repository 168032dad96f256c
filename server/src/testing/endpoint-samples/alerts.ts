import { createECDH } from 'node:crypto';
import type { alertsEndpoints } from '@doorstep/contract/wire/endpoint-list/alerts';
import { readPushKeys } from '../../features/alerts/push/push-key-store.ts';
import { nothing, type Sample } from '../endpoint-sample.ts';

function subscription() {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  return {
    endpoint: 'https://fcm.googleapis.com/fcm/send/sample',
    keys: { p256dh, auth: 'A'.repeat(22) },
  };
}

export const alertsSamples: Record<keyof typeof alertsEndpoints, Sample> = {
  getMailAlert: { good: nothing },
  turnOnMailAlert: {
    good: async () => ({ payload: { address: 'nandini@example.test' } }),
    bad: { payload: { address: 'a@b.test, c@d.test' } },
    audit: 'user.mail_on',
    changes: 'mail_alerts',
  },
  turnOffMailAlert: { good: nothing },
  getPush: {
    good: async ({ platform }) => {
      // Creates the keys now, because otherwise the request would create them.
      await readPushKeys(platform);
      return {};
    },
  },
  turnOnPush: {
    good: async () => ({ payload: subscription() }),
    bad: { payload: { ...subscription(), endpoint: 'https://127.0.0.1/push' } },
    audit: 'user.push_on',
    changes: 'push_subscriptions',
  },
  turnOffPush: { good: nothing },
};
