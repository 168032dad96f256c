import { assignMany, lastAssignedAgents, undoAssign } from '../../applicants/assign-many.ts';
import { changeClock, pauseClock, resumeClock } from '../../applicants/clock.ts';
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
  assignAgent: { endpoint: assignAgent, noun: 'Applicants', title: 'Assign an agent' },
  assignMany: {
    endpoint: assignMany,
    noun: 'Applicants',
    title: 'Assign many',
    note: 'Only applicants without an agent; the answer names the others as skipped. At most 5,000 at once, in steps of 500 that are done whole or not at all: cut off in between, the same request under its key goes on where it stopped.',
    optionalHeaders: idempotencyKey,
  },
  lastAssignedAgents: {
    endpoint: lastAssignedAgents,
    noun: 'Applicants',
    title: 'Read whom one assigned lately',
  },
  undoAssign: {
    endpoint: undoAssign,
    noun: 'Applicants',
    title: 'Take one’s own assignments back',
    note: 'Within 60 seconds, as long as no visit came and nothing else happened since.',
    optionalHeaders: idempotencyKey,
  },
  deleteApplicant: { endpoint: deleteApplicant, noun: 'Applicants', title: 'Delete an applicant' },
  pauseClock: { endpoint: pauseClock, noun: 'Applicants', title: 'Pause an applicant’s clock' },
  resumeClock: { endpoint: resumeClock, noun: 'Applicants', title: 'Resume an applicant’s clock' },
  changeClock: {
    endpoint: changeClock,
    noun: 'Applicants',
    title: 'Change an applicant’s clock',
    note: 'Marks it as urgent or withdrawn by the lender, or corrects when it was received.',
  },
  applicantHistory: {
    endpoint: applicantHistory,
    noun: 'Applicants',
    title: 'Read what happened to an applicant',
  },
} as const satisfies Record<string, EndpointRow>;
