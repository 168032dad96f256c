import type { visitsEndpoints } from '@doorstep/contract/wire/endpoint-list/visits';
import { about, applicant, nothing, noUuid, type Sample } from '../endpoint-sample.ts';
import { multipartOf } from '../spreadsheets/spreadsheet-upload.ts';
import { addApplicant, addUser, type TestApp } from '../test-app.ts';
import { manifestOf } from '../visits/phone-visit.ts';
import { addHeldVisit } from '../visits/recorded-visit.ts';
import { visitFileOf } from '../visits/visit-file.ts';

const noVisit = { params: { id: noUuid } };

async function heldVisit({ db }: TestApp) {
  const [late, now] = [await addUser(db, 'agent'), await addUser(db, 'agent')];
  const { id } = await addHeldVisit(db, { late: late.id, now: now.id });
  return { params: { id } };
}

export const visitsSamples: Record<keyof typeof visitsEndpoints, Sample> = {
  listHeldVisits: { ...nothing, bad: { query: { page: '0' } } },
  useHeldVisit: {
    good: async (server) => ({ ...(await heldVisit(server)), payload: {} }),
    unknown: noVisit,
    bad: { ...noVisit, payload: { note: 7 } },
    ...{ audit: 'applicant.use_visit', changes: 'verifications' },
  },
  setAsideHeldVisit: {
    good: async (server) => ({ ...(await heldVisit(server)), payload: { note: 'A test' } }),
    unknown: { ...noVisit, payload: { note: 'A test' } },
    bad: { ...noVisit, payload: {} },
    ...{ audit: 'applicant.set_visit_aside', changes: 'visits' },
  },
  takeInVisitFile: {
    good: async (server) => {
      const agent = await addUser(server.db, 'agent');
      const { id } = await addApplicant(server.db, { assigned_agent_id: agent.id });
      return multipartOf(await visitFileOf(server, manifestOf({ applicant_id: id })));
    },
    bad: await multipartOf(Buffer.from('not a visit')),
    ...{ audit: 'applicant.take_in', changes: 'visits' },
  },
  listApplicantVisits: about(applicant),
};
