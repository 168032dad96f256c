import {
  assignAgent,
  deleteApplicant,
  getApplicant,
  listApplicants,
  relatedApplicants,
} from '../../applicants.ts';
import { applicantHistory } from '../../audit.ts';
import type { EndpointRow } from '../endpoint-row.ts';

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
  deleteApplicant: { endpoint: deleteApplicant, noun: 'Applicants', title: 'Delete an applicant' },
  applicantHistory: {
    endpoint: applicantHistory,
    noun: 'Applicants',
    title: 'Read what happened to an applicant',
  },
} as const satisfies Record<string, EndpointRow>;
