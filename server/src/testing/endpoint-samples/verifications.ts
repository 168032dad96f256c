import type { verificationsEndpoints } from '@doorstep/contract/wire/endpoint-list/verifications';
import { none, nothing, type Sample, verification, visited } from '../endpoint-sample.ts';

export const verificationsSamples: Record<keyof typeof verificationsEndpoints, Sample> = {
  listVerifications: { good: nothing, bad: { query: { admin_decision: 'maybe' } } },
  getVerification: { good: verification, unknown: none },
  lookupVerification: {
    good: async (server) => ({
      query: { id: (await visited(server)).applicant.application_id },
    }),
    unknown: { query: { id: 'NO-SUCH' } },
    bad: {},
  },
  decideVerification: {
    good: async (server) => ({
      ...(await verification(server)),
      payload: { decision: 'positive' },
    }),
    unknown: { ...none, payload: { decision: 'positive' } },
    bad: { params: { id: 1 }, payload: { decision: 'maybe' } },
    audit: 'verification.decide',
    changes: 'verifications',
  },
  sendBackVerification: {
    good: async (server) => ({
      ...(await verification(server)),
      payload: { reasons: ['photo_unclear'] },
    }),
    unknown: { ...none, payload: { reasons: ['photo_unclear'] } },
    bad: { params: { id: 1 }, payload: { reasons: [] } },
    audit: 'verification.send_back',
    changes: 'send_backs',
  },
  undoSendBack: {
    good: async (server, asker) => {
      const { params } = await verification(server);
      await server.app.inject({
        method: 'POST',
        url: `/api/v1/verification_tasks/${params.id}/send-back/`,
        headers: asker?.headers ?? {},
        payload: { reasons: ['photo_unclear'] },
      });
      return { params };
    },
    unknown: none,
    audit: 'verification.undo_send_back',
    changes: 'send_backs',
  },
  verificationHistory: { good: verification, unknown: none },
};
