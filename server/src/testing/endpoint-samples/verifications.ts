import type { verificationsEndpoints } from '@doorstep/contract/wire/endpoint-list/verifications';
import { about, nothing, type Sample, verification, visited } from '../endpoint-sample.ts';
import type { TestApp, Visitor } from '../test-app.ts';

const sendBack = { reasons: ['photo_unclear'] };

async function sentBack(server: TestApp, asker: Visitor) {
  const { params } = await verification(server);
  await asker.post(`verification_tasks/${params.id}/send-back/`, sendBack);
  return { params };
}

export const verificationsSamples: Record<keyof typeof verificationsEndpoints, Sample> = {
  listVerifications: { ...nothing, bad: { query: { admin_decision: 'maybe' } } },
  getVerification: about(verification),
  lookupVerification: {
    good: async (server) => ({
      query: { id: (await visited(server)).applicant.application_id },
    }),
    unknown: { query: { id: 'NO-SUCH' } },
    bad: {},
  },
  decideVerification: {
    ...about(verification, { decision: 'positive' }, { decision: 'maybe' }),
    ...{ audit: 'verification.decide', changes: 'verifications' },
  },
  sendBackVerification: {
    ...about(verification, sendBack, { reasons: [] }),
    ...{ audit: 'verification.send_back', changes: 'send_backs' },
  },
  undoSendBack: {
    ...about(sentBack),
    ...{ audit: 'verification.undo_send_back', changes: 'send_backs' },
  },
  verificationHistory: about(verification),
};
