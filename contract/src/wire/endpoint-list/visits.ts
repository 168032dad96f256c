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
    note: 'A visit is held if the task was reassigned, or the applicant visited or deleted, before the visit arrived. A visit from a file that no known phone signed is held too.',
  },
  useHeldVisit: {
    endpoint: useHeldVisit,
    noun: 'Visits',
    title: 'Make a held visit count',
    note: 'A deleted applicant is restored. A settled visit can’t be settled again: 409 already_settled.',
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
    note: 'Use this if a phone can’t send any more. The file contains the visit and its photos, encrypted to this server. The same file sent twice adds nothing.',
    multipart: { file: 'file' },
  },
  listApplicantVisits: {
    endpoint: listApplicantVisits,
    noun: 'Visits',
    title: 'List all visits and calls to an applicant',
  },
} as const satisfies Record<string, EndpointRow>;
