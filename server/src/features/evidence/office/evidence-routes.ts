import {
  changeThresholds,
  correctPinCode,
  dismissFinding,
  evidenceSummary,
} from '@doorstep/contract/evidence/office';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/contract/contract-route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { correctPinCodeOf, dismiss } from './dismissal-service.ts';
import { change, summarizeEvidence } from './summary-service.ts';

/** Routes for actions on findings and for statistics of checks. Findings are returned with their verification. */
export function evidenceRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  mount(app, dismissFinding, async ({ params, body, user, actor }) => {
    await dismiss(db, actor, params, { adminId: user.id, ...body });
    return { success: true as const, message: 'Dismissed.' };
  });

  mount(app, correctPinCode, async ({ params, body, user, actor }) => {
    const { pin_code: pinCode, instead_of: insteadOf } = body;
    const { timeZone } = provider;
    const correction = { id: params.id, adminId: user.id, pinCode, insteadOf, timeZone };
    return {
      success: true as const,
      message: await correctPinCodeOf(db, actor, correction),
    };
  });

  mount(app, evidenceSummary, () => summarizeEvidence(db));

  mount(app, changeThresholds, async ({ body, user, actor }) => {
    const version = await change(db, actor, { adminId: user.id, ...body });
    return { success: true as const, message: 'Thresholds changed.', version };
  });
}
