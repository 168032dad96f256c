import { getMailAlert, turnOffMailAlert, turnOnMailAlert } from '@doorstep/contract/alerts/mail';
import { getPush, turnOffPush, turnOnPush } from '@doorstep/contract/alerts/push';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readMailAlert, turnOff, turnOn } from './mail/mail-alert-service.ts';
import { readPushKeys } from './push/push-key-store.ts';
import * as push from './push/push-service.ts';

/** Routes for alerts by e-mail and web push. */
export function alertRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;
  const { sendsMail } = platform.provider;

  mount(app, getMailAlert, ({ user }) => readMailAlert(db, user.id, sendsMail));

  mount(app, turnOnMailAlert, ({ user, body: { address }, actor }) =>
    turnOn(db, actor, user.id, { address, sendsMail }),
  );

  mount(app, turnOffMailAlert, ({ user, actor }) => turnOff(db, actor, user.id, sendsMail));

  mount(app, getPush, async () => ({ public_key: (await readPushKeys(platform)).publicKey }));

  mount(app, turnOnPush, async ({ user, body, actor }) => {
    await push.turnOn(db, actor, user, body);
    return { success: true as const, message: 'This phone now gets notifications about tasks.' };
  });

  mount(app, turnOffPush, async ({ user, actor }) => {
    await push.turnOff(db, actor, user);
    return {
      success: true as const,
      message: 'This phone no longer gets notifications about tasks.',
    };
  });
}
