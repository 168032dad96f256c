import type { applicantsEndpoints } from '@doorstep/contract/wire/endpoint-list/applicants';
import { about, applicant, none, nothing, type Sample } from '../endpoint-sample.ts';
import { addLenderRow, setDue } from '../lenders.ts';
import { addApplicant, addUser, type TestApp, type Visitor } from '../test-app.ts';

const pause = { because: 'lender_query' };

async function withClock({ db }: TestApp) {
  const { portfolio, ruleId } = await addLenderRow(db);
  const { id } = await addApplicant(db, { portfolio_name: portfolio });
  await setDue(db, id, ruleId);
  return { params: { id } };
}

async function paused(server: TestApp, asker: Visitor) {
  const { params } = await withClock(server);
  await asker.post(`applicants/${params.id}/pause/`, pause);
  return { params };
}

async function applicantAndAgent(server: TestApp) {
  const { params } = await applicant(server);
  return { ids: [params.id], plan: [{ agent_id: (await addUser(server.db, 'agent')).id }] };
}

export const applicantsSamples: Record<keyof typeof applicantsEndpoints, Sample> = {
  listApplicants: { ...nothing, bad: { query: { page_size: '1000' } } },
  getApplicant: about(applicant),
  relatedApplicants: about(applicant),
  applicantMatches: about(applicant),
  assignAgent: {
    good: async (server) => {
      const { name } = await addUser(server.db, 'agent');
      return { ...(await applicant(server)), payload: { assigned_agent_name: name } };
    },
    unknown: { ...none, payload: { assigned_agent_name: 'Anyone' } },
    bad: { payload: { assigned_agent_name: ' ' } },
    ...{ audit: 'applicant.assign', changes: 'applicants' },
  },
  assignMany: {
    good: async (server) => ({ payload: await applicantAndAgent(server) }),
    bad: { payload: { ids: [], plan: [] } },
    ...{ audit: 'applicant.assign', changes: 'applicants' },
  },
  lastAssignedAgents: nothing,
  undoAssign: {
    good: async (server, asker) => {
      const assigned = await applicantAndAgent(server);
      await asker.post('applicants/assign/', assigned);
      return { payload: { ids: assigned.ids } };
    },
    bad: { payload: { ids: ['first'] } },
    ...{ audit: 'applicant.unassign', changes: 'applicants' },
  },
  deleteApplicant: { ...about(applicant), audit: 'applicant.delete', changes: 'applicants' },
  pauseClock: {
    ...about(withClock, pause, { because: 'tea' }),
    ...{ audit: 'applicant.pause_clock', changes: 'clock_pauses' },
  },
  resumeClock: {
    ...about(paused, {}, { updated_at: 7 }),
    ...{ audit: 'applicant.resume_clock', changes: 'clock_pauses' },
  },
  changeClock: {
    ...about(withClock, { is_urgent: true }, { received_at: 'yesterday' }),
    ...{ audit: 'applicant.change_clock', changes: 'applicants' },
  },
  applicantHistory: about(applicant),
};
