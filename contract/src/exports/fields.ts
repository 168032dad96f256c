import { textFields } from '../reports/definition.ts';
import { formOf } from '../reports.ts';

/** An upload recognises the first ten of these headings. */
const applicant = {
  application_id: 'Application ID',
  applicant_name: 'Applicant Name',
  applicant_type: 'Applicant Type',
  portfolio_name: 'Portfolio Name',
  product_type: 'Product Type',
  visit_type: 'Visit Type',
  mobile_number: 'Mobile Number',
  pin_code: 'Pin Code',
  address: 'Address',
  message: 'Message',
  status: 'Status',
  agent: 'Agent',
  created: 'Created',
} as const;

const verification = {
  verification_id: 'Verification ID',
  outcome: 'Outcome',
  visited: 'Visited',
  submitted: 'Submitted',
  observation: 'Observation',
  decision: 'Decision',
  decided_by: 'Decided By',
  decided: 'Decided',
  decision_notes: 'Decision Notes',
  remark: 'Agent’s Remark',
  verification_address: 'Verification Address',
  latitude: 'Latitude',
  longitude: 'Longitude',
  photos: 'Photos',
} as const;

const clock = {
  lender: 'Lender',
  received: 'Received',
  due: 'Due',
  deliverable: 'Clock Stopped',
  in_time: 'In Time',
  hours_taken: 'Hours Taken',
  hours_late: 'Hours Late',
  urgent: 'Urgent',
  withdrawn: 'Withdrawn',
} as const;

export const exportHeadings = { ...applicant, ...verification, ...clock };
export type ExportField = keyof typeof exportHeadings;

const templates = ['residence', 'office'] as const;

/** `field` is the name in an export, such as `residence.applicantName`. */
export const reportFields = (shortName: string) =>
  templates.flatMap((template) =>
    textFields(formOf(template, shortName)).map(({ name, label }) => ({
      ...{ template, name, field: `${template}.${name}` },
      heading: `${template === 'residence' ? 'Residence' : 'Office'}: ${label}`,
    })),
  );

const choicesOf = (fields: Record<string, string>) =>
  Object.entries(fields).map(([value, label]) => ({ value, label }));

export const exportChoices = (shortName: string) => [
  { group: 'Applicant', choices: choicesOf(applicant) },
  { group: 'Verification', choices: choicesOf(verification) },
  { group: 'Clock', choices: choicesOf(clock) },
  {
    group: 'Last report',
    choices: reportFields(shortName).map(({ field, heading }) => ({
      value: field,
      label: heading,
    })),
  },
];
