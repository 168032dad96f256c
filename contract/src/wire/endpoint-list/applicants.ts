import { assignMany, undoAssign } from '../../applicants/assign-many.ts';
import { changeClock, pauseClock, resumeClock } from '../../applicants/clock.ts';
import { lastAssignedAgents } from '../../applicants/last-agents.ts';
import { applicantMatches } from '../../applicants/matches.ts';
import {
  assignAgent,
  deleteApplicant,
  getApplicant,
  listApplicants,
  relatedApplicants,
} from '../../applicants.ts';
import { applicantHistory } from '../../audit.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const applicantsEndpoints = {
  listApplicants: {
    endpoint: listApplicants,
    noun: 'Applicants',
    title: 'List applicants',
    note: 'search_fields names some of id, portfolio_name, application_id and applicant_name; other names in it are ignored.',
  },
  getApplicant: { endpoint: getApplicant, noun: 'Applicants', title: 'Read an applicant' },
  relatedApplicants: {
    endpoint: relatedApplicants,
    noun: 'Applicants',
    title: 'List the other contact points of an applicant’s application',
  },
  applicantMatches: {
    endpoint: applicantMatches,
    noun: 'Applicants',
    title: 'List other applications that may be from the same applicant',
    note: 'Two applications match if they are within 365 days of each other and have the same mobile number or the same address. They also match if they have the same pin code and the same or a similar name. For an application of another lender, the applicant is left out.',
  },
  assignAgent: { endpoint: assignAgent, noun: 'Applicants', title: 'Assign an agent' },
  assignMany: {
    endpoint: assignMany,
    noun: 'Applicants',
    title: 'Assign many applicants',
    note: 'Assigns only applicants without an agent, unless `move` is set. The answer lists the others as skipped. A request may have at most 5,000 applicants, and the server assigns them in transactions of 500. If the connection breaks, send the same request again with the same `Idempotency-Key`. The server then continues where it stopped.',
    optionalHeaders: idempotencyKey,
  },
  lastAssignedAgents: {
    endpoint: lastAssignedAgents,
    noun: 'Applicants',
    title: 'List the agents whom the admin assigned last',
  },
  undoAssign: {
    endpoint: undoAssign,
    noun: 'Applicants',
    title: 'Undo your own assignments and moves',
    note: 'Works within 60 seconds, and only while nothing else has happened to the applicants.',
    optionalHeaders: idempotencyKey,
  },
  deleteApplicant: { endpoint: deleteApplicant, noun: 'Applicants', title: 'Delete an applicant' },
  pauseClock: { endpoint: pauseClock, noun: 'Applicants', title: 'Pause an applicant’s clock' },
  resumeClock: { endpoint: resumeClock, noun: 'Applicants', title: 'Resume an applicant’s clock' },
  changeClock: {
    endpoint: changeClock,
    noun: 'Applicants',
    title: 'Change an applicant’s clock',
    note: 'Marks the applicant as urgent or withdrawn by the lender, or corrects the time of receipt.',
  },
  applicantHistory: {
    endpoint: applicantHistory,
    noun: 'Applicants',
    title: 'Read the history of an applicant',
  },
} as const satisfies Record<string, EndpointRow>;
