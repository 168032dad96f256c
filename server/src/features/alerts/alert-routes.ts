import { getMailAlert, turnOffMailAlert, turnOnMailAlert } from '@doorstep/contract/alerts/mail';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../http/access/authentication.ts';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readMailAlert, turnOff, turnOn } from './mail/mail-alert-service.ts';

/** How users outside the app's pages are told about work. */
export function alertRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  const { sendsMail } = provider;

  mount(app, getMailAlert, ({ user }) => readMailAlert(db, user.id, sendsMail));

  mount(app, turnOnMailAlert, ({ user, body: { address }, request }) =>
    turnOn(db, actorOf(request), user.id, { address, sendsMail }),
  );

  mount(app, turnOffMailAlert, ({ user, request }) =>
    turnOff(db, actorOf(request), user.id, sendsMail),
  );
}
