import type { Mapping } from '@doorstep/contract/bulk-upload/mappings';
import type { TurnaroundRule } from '@doorstep/contract/lenders';

const hours = 60;

interface DemoLender {
  name: string;
  portfolio: string;
  /** The file of its report layout. */
  layout: string;
  /** How the columns of its files become ours. */
  mapping: Pick<Mapping, 'name' | 'headings' | 'fields' | 'second'>;
  rules: Pick<TurnaroundRule, 'minutes' | 'starts' | 'visit_type' | 'pin_prefix'>[];
}

const from = (...headings: string[]) => ({ headings });
const always = (constant: string) => ({ constant });

/**
 * The lenders of two portfolios. Some of their open applicants are late, some due within two hours, some in
 * time.
 */
export const demoLenders: readonly DemoLender[] = [
  {
    name: 'Yamuna Finance',
    portfolio: 'Yamuna Education Finance',
    layout: 'yamuna.json',
    mapping: {
      name: 'Daily list',
      headings: [
        ...['Agreement ID', 'Student or Parent', 'Party', 'FI Type'],
        ...['Line 1', 'Line 2', 'City', 'Area Pin', 'Contact No', 'Branch'],
      ],
      fields: {
        application_id: from('Agreement ID'),
        applicant_name: from('Student or Parent'),
        applicant_type: from('Party'),
        portfolio_name: always('Yamuna Education Finance'),
        product_type: always('Education Loan'),
        visit_type: from('FI Type'),
        mobile_number: from('Contact No'),
        pin_code: from('Area Pin'),
        address: from('Line 1', 'Line 2', 'City'),
      },
      second: null,
    },
    rules: [
      { minutes: 18 * hours, starts: 'received', visit_type: null, pin_prefix: null },
      { minutes: 22 * hours, starts: 'received', visit_type: null, pin_prefix: '41' },
    ],
  },
  {
    name: 'Saraswat Housing',
    portfolio: 'Saraswat Home Loans',
    layout: 'saraswat.json',
    mapping: {
      name: 'Home and office',
      headings: [
        ...['LOS No', 'Customer Name', 'Scheme', 'Resi Address', 'Resi Pincode', 'Resi Mobile'],
        ...['Office Address', 'Office Pincode', 'Office Mobile', 'Remarks'],
      ],
      fields: {
        application_id: from('LOS No'),
        applicant_name: from('Customer Name'),
        portfolio_name: always('Saraswat Home Loans'),
        product_type: from('Scheme'),
        visit_type: always('RESIDENCE'),
        mobile_number: from('Resi Mobile'),
        pin_code: from('Resi Pincode'),
        address: from('Resi Address'),
        message: from('Remarks'),
      },
      second: {
        visit_type: always('OFFICE'),
        mobile_number: from('Office Mobile'),
        pin_code: from('Office Pincode'),
        address: from('Office Address'),
      },
    },
    rules: [
      { minutes: 24 * hours, starts: 'received', visit_type: null, pin_prefix: null },
      { minutes: 26 * hours, starts: 'received', visit_type: 'OFFICE', pin_prefix: null },
    ],
  },
];

/** Working days between the start of the rules and the load: earlier applicants have no due time. */
export const rulesBegan = 5.5;

/**
 * Active agents by their index in the list. Both work in Salt Lake, so that *Share out* leaves some of its
 * applicants.
 */
export const agentOnLeave = 4;
export const agentOfHalfDays = { agent: 14, tasksPerDay: 8 };
