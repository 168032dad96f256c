import {
  listApplicantVisits,
  listHeldVisits,
  setAsideHeldVisit,
  takeInVisitFile,
  useHeldVisit,
} from '../../visits/visit.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const visitsEndpoints = {
  listHeldVisits: {
    endpoint: listHeldVisits,
    noun: 'Visits',
    title: 'List held visits',
    note: 'A final visit is held if, when it arrives, the applicant is no longer assigned to the agent, was already visited, or was deleted. An attempt is held if the applicant was deleted. A visit from a file is also held if no registered phone of the agent signed it.',
  },
  useHeldVisit: {
    endpoint: useHeldVisit,
    noun: 'Visits',
    title: 'Make a held visit count',
    note: 'A deleted applicant is restored. If the visit was already settled in another way or by another admin, the answer is a 409 already_settled.',
  },
  setAsideHeldVisit: {
    endpoint: setAsideHeldVisit,
    noun: 'Visits',
    title: 'Set a held visit aside',
  },
  takeInVisitFile: {
    endpoint: takeInVisitFile,
    noun: 'Visits',
    title: 'Load a visit that a phone saved to a file',
    note: 'Use this if a phone can’t send any more. The file contains the visit and its photos, encrypted with this server’s key. The same file sent twice adds nothing.',
    multipart: { file: 'file' },
  },
  listApplicantVisits: {
    endpoint: listApplicantVisits,
    noun: 'Visits',
    title: 'List all visits and calls to an applicant',
  },
} as const satisfies Record<string, EndpointRow>;
