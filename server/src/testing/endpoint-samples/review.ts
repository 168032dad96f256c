import type { reviewEndpoints } from '@doorstep/contract/wire/endpoint-list/review';
import { about, none, nothing, type Sample, verification, visited } from '../endpoint-sample.ts';
import { addLenderRow } from '../lenders.ts';
import { changeRows } from '../rows.ts';
import type { TestApp, Visitor } from '../test-app.ts';

async function decided(server: TestApp, asker: Visitor) {
  const { params } = await verification(server);
  await asker.post(`verification_tasks/${params.id}/admin-decision/`, { decision: 'positive' });
  return { params };
}

async function withSecondLooks(server: TestApp) {
  const { id, applicant } = await visited(server);
  const lender = await addLenderRow(server.db);
  await changeRows(server.db, 'lenders', { id: lender.id }, { second_looks: true });
  const moved = { portfolio_name: lender.portfolio };
  await changeRows(server.db, 'applicants', { id: applicant.id }, moved);
  return { params: { id } };
}

export const reviewSamples: Record<keyof typeof reviewEndpoints, Sample> = {
  reviewQueue: nothing,
  nextCases: {
    good: async (server) => {
      await visited(server);
      return { payload: {} };
    },
    bad: { payload: { after: 'first' } },
    changes: 'review_claims',
  },
  renewClaim: { ...about(verification), changes: 'review_claims' },
  releaseClaim: {
    good: async (server) => ({ ...(await verification(server)), query: { skip: 'true' } }),
    unknown: none,
    bad: { query: { skip: 'perhaps' } },
    changes: 'review_timings',
  },
  undoDecision: { ...about(decided), audit: 'verification.undo', changes: 'verifications' },
  askSecondLook: {
    ...about(withSecondLooks, { decision: 'negative' }, { decision: 'perhaps' }),
    ...{ audit: 'verification.decide', changes: 'second_looks' },
  },
  reviewDay: nothing,
};
