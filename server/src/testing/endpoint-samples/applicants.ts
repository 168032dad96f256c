import type { applicantsEndpoints } from '@doorstep/contract/wire/endpoints/applicants';
import { addUser } from '../test-app.ts';
import { applicant, none, nothing, type Sample } from './sample.ts';

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
  deleteApplicant: {
    good: applicant,
    unknown: none,
    audit: 'applicant.delete',
    changes: 'applicants',
  },
  applicantHistory: { good: applicant, unknown: none },
};
