import type { applicantsEndpoints } from '@doorstep/contract/wire/endpoints/applicants';
import { applicant, none, nothing, type Sample } from '../endpoint-sample.ts';
import { addUser, type TestApp } from '../test-app.ts';

async function applicantAndAgent(server: TestApp) {
  const { params } = await applicant(server);
  return { ids: [params.id], plan: [{ agent_id: (await addUser(server.db, 'agent')).id }] };
}

export const applicantsSamples: Record<keyof typeof applicantsEndpoints, Sample> = {
  listApplicants: { good: nothing, bad: { query: { page_size: '1000' } } },
  getApplicant: { good: applicant, unknown: none },
  relatedApplicants: { good: applicant, unknown: none },
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
  applicantHistory: { good: applicant, unknown: none },
};
