import type { applicantsEndpoints } from '@doorstep/contract/wire/endpoint-list/applicants';
import { applicant, none, nothing, type Sample } from '../endpoint-sample.ts';
import { addLenderRow, setDue } from '../lenders.ts';
import { addApplicant, addUser, type TestApp } from '../test-app.ts';

async function withClock({ db }: TestApp) {
  const { portfolio, ruleId } = await addLenderRow(db);
  const { id } = await addApplicant(db, { portfolio_name: portfolio });
  await setDue(db, id, ruleId);
  return { params: { id } };
}

async function applicantAndAgent(server: TestApp) {
  const { params } = await applicant(server);
  return { ids: [params.id], plan: [{ agent_id: (await addUser(server.db, 'agent')).id }] };
}

export const applicantsSamples: Record<keyof typeof applicantsEndpoints, Sample> = {
  listApplicants: { good: nothing, bad: { query: { page_size: '1000' } } },
  getApplicant: { good: applicant, unknown: none },
  relatedApplicants: { good: applicant, unknown: none },
  applicantMatches: { good: applicant, unknown: none },
  assignAgent: {
    good: async (server) => {
      const { name } = await addUser(server.db, 'agent');
      return { ...(await applicant(server)), payload: { assigned_agent_name: name } };
    },
    unknown: { ...none, payload: { assigned_agent_name: 'Anyone' } },
    bad: { params: { id: 1 }, payload: { assigned_agent_name: ' ' } },
    audit: 'applicant.assign',
    changes: 'applicants',
  },
  assignMany: {
    good: async (server) => ({ payload: await applicantAndAgent(server) }),
    bad: { payload: { ids: [], plan: [] } },
    audit: 'applicant.assign',
    changes: 'applicants',
  },
  lastAssignedAgents: { good: nothing },
  undoAssign: {
    good: async (server, asker) => {
      const payload = await applicantAndAgent(server);
      await server.app.inject({
        method: 'POST',
        url: '/api/v1/applicants/assign/',
        headers: asker?.headers ?? {},
        payload,
      });
      return { payload: { ids: payload.ids } };
    },
    bad: { payload: { ids: ['first'] } },
    audit: 'applicant.unassign',
    changes: 'applicants',
  },
  deleteApplicant: {
    good: applicant,
    unknown: none,
    audit: 'applicant.delete',
    changes: 'applicants',
  },
  pauseClock: {
    good: async (server) => ({
      ...(await withClock(server)),
      payload: { because: 'lender_query' },
    }),
    unknown: { ...none, payload: { because: 'lender_query' } },
    bad: { params: { id: 1 }, payload: { because: 'tea' } },
    audit: 'applicant.pause_clock',
    changes: 'clock_pauses',
  },
  resumeClock: {
    good: async (server, asker) => {
      const { params } = await withClock(server);
      await server.app.inject({
        method: 'POST',
        url: `/api/v1/applicants/${params.id}/pause/`,
        headers: asker?.headers ?? {},
        payload: { because: 'lender_query' },
      });
      return { params, payload: {} };
    },
    unknown: { ...none, payload: {} },
    bad: { params: { id: 1 }, payload: { updated_at: 7 } },
    audit: 'applicant.resume_clock',
    changes: 'clock_pauses',
  },
  changeClock: {
    good: async (server) => ({ ...(await withClock(server)), payload: { is_urgent: true } }),
    unknown: { ...none, payload: { is_urgent: true } },
    bad: { params: { id: 1 }, payload: { received_at: 'yesterday' } },
    audit: 'applicant.change_clock',
    changes: 'applicants',
  },
  applicantHistory: { good: applicant, unknown: none },
};
