import {
  confirmEnrolment,
  readSecondFactor,
  removeSecondFactor,
  startEnrolment,
  turnOffSecondFactor,
} from '@doorstep/contract/auth/second-factor';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../../../http/access/authentication.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import {
  confirmEnrolmentOf,
  describeSecondFactor,
  enrol,
  type FactorContext,
  removeSecondFactorOf,
  turnOff,
} from './second-factor-service.ts';

const success = true as const;
const forEnrolment = authenticate('admin', { isForEnrolment: true });

export function secondFactorRoutes(app: FastifyInstance, context: FactorContext): void {
  mount(
    app,
    readSecondFactor,
    async ({ user }) => ({ success, ...(await describeSecondFactor(context, user)) }),
    forEnrolment,
  );

  mount(
    app,
    startEnrolment,
    async ({ body, user }) => ({ success, ...(await enrol(context, user, body.password)) }),
    forEnrolment,
  );

  mount(
    app,
    confirmEnrolment,
    async ({ body, user, actor }) => {
      const codes = await confirmEnrolmentOf(context, actor, user, body.code);
      return { success, message: 'Two-step sign-in is on', recovery_codes: codes };
    },
    forEnrolment,
  );

  mount(app, turnOffSecondFactor, async ({ body, user, actor }) => {
    await turnOff(context, actor, user, body);
    return { success, message: 'Two-step sign-in is off' };
  });

  mount(app, removeSecondFactor, async ({ params, user, actor }) => {
    await removeSecondFactorOf(context, actor, user, params.id);
    return { success, message: 'Two-step sign-in removed' };
  });
}
