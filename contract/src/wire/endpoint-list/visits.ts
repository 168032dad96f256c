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
    note: 'A visit that came after its task was given to somebody else, visited by a colleague or deleted is held for an admin to settle.',
  },
  useHeldVisit: {
    endpoint: useHeldVisit,
    noun: 'Visits',
    title: 'Make a held visit count',
    note: 'The applicant of a visit to a deleted one is restored. Once settled it stays so: 409 already_settled for the next admin.',
  },
  setAsideHeldVisit: {
    endpoint: setAsideHeldVisit,
    noun: 'Visits',
    title: 'Set a held visit aside',
  },
  takeInVisitFile: {
    endpoint: takeInVisitFile,
    noun: 'Visits',
    title: 'Take in a visit that a phone saved to a file',
    note: 'For a phone that can’t send any more. The file holds the visit and its photos, encrypted to this server. The same file sent twice adds nothing.',
    multipart: { file: 'file' },
  },
  listApplicantVisits: {
    endpoint: listApplicantVisits,
    noun: 'Visits',
    title: 'List all visits to an applicant',
  },
} as const satisfies Record<string, EndpointRow>;
