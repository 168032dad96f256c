import {
  alike,
  byAgent,
  byBoth,
  byOffice,
  byVisit,
  except,
  fewPeople,
  officeRelations,
  yesNo,
} from './asked.ts';
import {
  count,
  date,
  identifier,
  images,
  long,
  phone,
  photographsDescription,
  type ReportForm,
  select,
  text,
} from './definition.ts';

const inSight = except('untraceable', 'unsafe');
const goodToPoor = ['Good', 'Average', 'Poor'] as const;

/**
 * The Office Verification Form in sections 2 and 3 of the specification. One field is named after the
 * provider: its name is the provider's short name in lower case.
 */
export function officeForm(shortName: string): ReportForm {
  return {
    template: 'office',
    title: 'Office Verification Form',
    removableImages: true,
    reference: 'application_ref_no',
    applicant: 'applicant_name',
    sections: [
      {
        title: 'Basic Information',
        fields: [
          identifier('application_ref_no', 'Application Ref No', byOffice),
          text('agency_name', 'Agency Name', byOffice, shortName),
          text('portfolio_name', 'Portfolio Name', byOffice),
          text(shortName.toLowerCase(), `Verification Agency (${shortName})`, byOffice),
          text('applicant_name', 'Applicant Name', byOffice),
          text('applicant_category', 'Applicant Category', byOffice),
          select(
            'address_confirmed',
            'Address Confirmed',
            byAgent('outside', 'Is this the address in the task?', {
              when: inSight,
              follows: { untraceable: 'No' },
            }),
            yesNo,
          ),
          long('office_address', 'Office Address', alike.verifiedAddress),
        ],
      },
      {
        title: 'Person & Employment Details',
        fields: [
          text('designation', 'Designation', byBoth('person', 'What is the applicant’s position?')),
          date('visit_date', 'Visit Date', byVisit()),
          text(
            'person_met',
            'Person Met',
            byAgent('person', 'Name of the person you met', {
              when: ['met', 'refused'],
              isMostlyTyped: true,
              follows: {
                locked: 'Nobody, door locked',
                shifted: 'Nobody, shifted',
                untraceable: 'Nobody, address not found',
              },
            }),
          ),
          text(
            'relation',
            'Relation',
            byAgent('person', 'How is this person related to the applicant?', {
              when: ['met', 'refused'],
              suggestions: officeRelations,
            }),
          ),
          phone('tel_number', 'Tel Number', byOffice),
          phone('mobile_number', 'Mobile Number', byOffice),
          text(
            'years_present_business',
            'Years in Present Business',
            byAgent('business', 'How long has the business been running?', {
              suggestions: ['Less than 1 year'],
            }),
          ),
          text('total_employment', 'Total Employment', byOffice),
          text(
            'years_current_office',
            'Years at Current Office',
            byAgent('person', 'How long has the applicant worked here?', {
              suggestions: ['Less than 1 year'],
            }),
          ),
        ],
      },
      {
        title: 'Business Details',
        fields: [
          text(
            'company_name',
            'Company Name',
            byBoth('outside', 'Name of the company on its board', {
              when: ['met', 'locked', 'no_such_person', 'refused'],
              wordings: { no_such_person: { question: 'Which company is there instead?' } },
            }),
          ),
          text(
            'business_type',
            'Business Type',
            byAgent('business', 'What kind of company is it?', {
              suggestions: [
                'Proprietorship',
                'Partnership',
                'Private limited',
                'Public limited',
                'LLP',
                'Government',
              ],
            }),
          ),
          text(
            'business_nature',
            'Business Nature',
            byAgent('business', 'What does the company do?', {
              suggestions: ['Manufacturing', 'Trading', 'Retail', 'Services', 'Professional'],
            }),
          ),
          text('products_dealt', 'Products Dealt In', byOffice),
          text(
            'office_ownership',
            'Office Ownership',
            byAgent('business', 'Are the premises owned or rented?', {
              suggestions: ['Owned', 'Rented', 'Leased', 'Family owned', 'Shared'],
            }),
          ),
          count(
            'employees_count',
            'Number of Employees',
            byAgent('business', 'How many people work here?', { suggestions: fewPeople.slice(1) }),
          ),
          count('branches_count', 'Number of Branches', byOffice),
          text(
            'business_board',
            'Business Board Seen',
            byAgent('outside', 'Is there a board with the company’s name?', {
              when: inSight,
              suggestions: yesNo,
            }),
          ),
        ],
      },
      {
        title: 'Office Premises Details',
        fields: [
          text(
            'office_type',
            'Office Type',
            byAgent('outside', 'What kind of premises is it?', {
              when: ['met', 'locked', 'shifted', 'refused'],
              suggestions: ['Office', 'Shop', 'Factory', 'Godown', 'Shed', 'Home and office'],
            }),
          ),
          text(
            'locality',
            'Locality',
            byAgent('outside', 'What kind of locality is it?', {
              suggestions: ['Commercial', 'Industrial', 'Residential', 'Market'],
            }),
          ),
          count(
            'office_area',
            'Office Area',
            byAgent('inside', 'About how many square feet is the office?'),
          ),
          text(
            'ease_locating',
            'Ease of Locating',
            byAgent('outside', 'How easy was the address to find?', {
              suggestions: ['Easy', 'Moderate', 'Difficult'],
              follows: { untraceable: 'Difficult' },
            }),
          ),
          text(
            'construction',
            'Construction',
            byAgent('outside', 'How is the building built?', {
              suggestions: ['Pucca', 'Semi-pucca', 'Kuccha'],
            }),
          ),
          text(
            'exteriors',
            'Exteriors',
            byAgent('outside', 'How does the building look from outside?', {
              when: ['met', 'refused'],
              suggestions: goodToPoor,
            }),
          ),
          text(
            'interiors',
            'Interiors',
            byAgent('inside', 'How does the office look inside?', {
              suggestions: [...goodToPoor, 'Not seen'],
            }),
          ),
          text(
            'activity_level',
            'Activity Level',
            byAgent('inside', 'How busy is the office?', {
              suggestions: ['High', 'Medium', 'Low', 'None'],
            }),
          ),
          count(
            'customers_seen',
            'Customers Seen',
            byAgent('inside', 'How many customers did you see?', { suggestions: fewPeople }),
          ),
          text('political_affiliation', 'Political Affiliation', byOffice),
          text(
            'items_seen',
            'Items Seen',
            byAgent('inside', 'What is in the premises?', {
              isMany: true,
              above: 'interiors',
              suggestions: ['Computers', 'Furniture', 'Machines', 'Stock', 'Files'],
            }),
          ),
          text(
            'landmark',
            'Landmark',
            byAgent('outside', 'Which landmark is near?', {
              when: ['met', 'untraceable', 'entry_refused', 'unsafe'],
              wordings: { untraceable: { question: 'Which landmark did you reach?' } },
            }),
          ),
        ],
      },
      {
        title: 'Additional Details',
        fields: [
          text('education', 'Education', byOffice),
          text('business_ownership', 'Business Ownership', byOffice),
          text('proof_ownership', 'Proof of Ownership', byOffice),
          text(
            'name_verified_from',
            'Name Verified From',
            byAgent('papers', 'What shows that the applicant works here?', {
              when: ['met', 'entry_refused', 'refused'],
              suggestions: [
                'Name board',
                'Visiting card',
                'ID card',
                'Receptionist',
                'Colleague',
                'Guard',
                'Nothing',
              ],
            }),
          ),
          text('neighbor_name', 'Neighbor Name', alike.neighbourName),
          long('neighbor_address', 'Neighbor Address', alike.neighbourAddress),
          long('neighbor_check', 'Neighbor Check', alike.neighbourRemark, 2_000),
          identifier('professional_code', 'Professional Code', byOffice),
          identifier('sale_tax_no', 'Sale Tax No', byOffice),
          long('residence_details', 'Residence Details', byOffice),
        ],
      },
      {
        title: 'Financial Information',
        fields: [
          text('bank_name', 'Bank Name', byOffice),
          identifier('account_details', 'Account Details', byOffice),
          text('other_loans', 'Other Loans', byOffice),
          text('stock_details', 'Stock Details', byOffice),
        ],
      },
      {
        title: 'Premise Information',
        fields: [
          text('other_branches', 'Other Branches', byOffice),
          text('common_office', 'Common Office', byOffice),
          text('premises_distinct', 'Premises Distinct', byOffice),
          text('behavior', 'Behavior', byOffice),
          identifier('slip_no', 'Slip No', byOffice),
          text(
            'entry_permitted',
            'Entry Permitted',
            byAgent('inside', 'Were you let in?', {
              when: ['met', 'refused'],
              suggestions: yesNo,
              follows: { locked: 'No', entry_refused: 'No' },
            }),
          ),
        ],
      },
      {
        title: 'Verification Remarks',
        fields: [
          long('verifier_remarks', 'Verifier Remarks', alike.remark, 4_000),
          long('entry_remarks', 'Entry Remarks', alike.circumstances, 2_000),
          text(
            'employment_confirmed',
            'Employment Confirmed',
            byBoth('person', 'Does the applicant work here?', {
              suggestions: yesNo,
              follows: { shifted: 'No', no_such_person: 'No' },
            }),
          ),
          text('employment_remarks', 'Employment Remarks', byOffice),
          text(
            'setup_confirmed',
            'Setup Confirmed',
            byBoth('inside', 'Is work being done here?', { suggestions: yesNo }),
          ),
          text('setup_remarks', 'Setup Remarks', byOffice),
          text('dedup_match', 'Dedup Match', byOffice),
          text('dedup_remarks', 'Dedup Remarks', byOffice),
          text('recommended_check', 'Recommended', byOffice),
          text('not_recommended_check', 'Not Recommended', byOffice),
          text('rtcu_check', 'RTCU', byOffice),
        ],
      },
      { title: 'Images', fields: [images(), photographsDescription] },
      {
        title: 'Final Remarks',
        fields: [
          long('supervisor_remarks', 'Supervisor Remarks', byOffice, 2_000),
          text('verifier_name', 'Verifier Name', byOffice),
          text('agency_seal', 'Agency Seal', byOffice),
          text('manager_signature', 'Manager Signature', byOffice),
        ],
      },
    ],
  };
}
