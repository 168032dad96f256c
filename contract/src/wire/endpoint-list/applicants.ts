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
    note: 'search_fields lists the fields to search, separated by commas: id, portfolio_name, application_id, applicant_name. Other names are ignored. By default, all of these fields except applicant_name are searched.',
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
    note: 'Two applicants can match only if they were created within 365 days of each other. They match if they have the same mobile number or the same address. They also match if they have the same pin code and the same or a similar name. If the other application is from a different lender, the answer does not name its applicant.',
  },
  assignAgent: { endpoint: assignAgent, noun: 'Applicants', title: 'Assign an agent' },
  assignMany: {
    endpoint: assignMany,
    noun: 'Applicants',
    title: 'Assign many applicants',
    note: 'Skips applicants that have an agent, unless `move` is set or the plan unassigns applicants. The answer lists the skipped applicants. A request can assign at most 5,000 applicants, in transactions of 500. If the connection breaks, send the same request again with the same `Idempotency-Key`. The server then continues where it stopped.',
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
    note: 'Works for 60 seconds. An applicant is left out if it was visited or changed since, or if its earlier agent is no longer active. kept lists these applicants with the reasons.',
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
