import { recordDispute } from '@doorstep/contract/disputes';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../db/audit/record.ts';
import { doOnce } from '../../db/idempotency-keys.ts';
import { lockApplicantOf } from '../../domain/applicant-of-verification.ts';
import { mount } from '../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../http/contract/idempotency-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertDispute } from './dispute-store.ts';

/** Routes for lenders' disputes, which the office records. */
export function disputeRoutes(app: FastifyInstance, { db }: Platform): void {
  mount(app, recordDispute, ({ params: { id }, body, user, actor, request }) =>
    doOnce(db, idempotentRequest(request, user.id, body), async (trx) => {
      await lockApplicantOf(trx, id);
      await insertDispute(trx, { verification_id: id, ...body, by_id: user.id });
      await recordAudit(trx, actor, 'verification.dispute', id, {
        // The note is stored only with the dispute, because a copy in the audit could never be deleted.
        after: { because: body.because },
      });
      return { success: true as const, message: 'The dispute is recorded.' };
    }),
  );
}
