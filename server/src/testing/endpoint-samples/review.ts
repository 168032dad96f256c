import type { reviewEndpoints } from '@doorstep/contract/wire/endpoint-list/review';
import { none, nothing, type Sample, verification, visited } from '../endpoint-sample.ts';
import { addLenderRow } from '../lenders.ts';
import { changeRows, readRow } from '../rows.ts';

export const reviewSamples: Record<keyof typeof reviewEndpoints, Sample> = {
  reviewQueue: { good: nothing },
  nextCases: {
    good: async (server) => {
      await visited(server);
      return { payload: {} };
    },
    bad: { payload: { after: 'first' } },
    changes: 'review_claims',
  },
  renewClaim: { good: verification, unknown: none, changes: 'review_claims' },
  releaseClaim: {
    good: async (server) => ({ ...(await verification(server)), query: { skip: 'true' } }),
    unknown: none,
    bad: { params: { id: 1 }, query: { skip: 'perhaps' } },
    changes: 'review_timings',
  },
  undoDecision: {
    good: async (server, asker) => {
      const { params } = await verification(server);
      await server.app.inject({
        method: 'POST',
        url: `/api/v1/verification_tasks/${params.id}/admin-decision/`,
        headers: asker?.headers ?? {},
        payload: { decision: 'positive' },
      });
      return { params };
    },
    unknown: none,
    audit: 'verification.undo',
    changes: 'verifications',
  },
  askSecondLook: {
    good: async (server) => {
      const { params } = await verification(server);
      const { portfolio, id } = await addLenderRow(server.db);
      await changeRows(server.db, 'lenders', { id }, { second_looks: true });
      const { applicant_id } = await readRow(server.db, 'verifications', { id: params.id }, [
        'applicant_id',
      ]);
      const of = { id: applicant_id };
      await changeRows(server.db, 'applicants', of, { portfolio_name: portfolio });
      return { params, payload: { decision: 'negative' } };
    },
    unknown: { ...none, payload: { decision: 'negative' } },
    bad: { params: { id: 1 }, payload: { decision: 'perhaps' } },
    audit: 'verification.decide',
    changes: 'second_looks',
  },
  reviewDay: { good: nothing },
};
