import {
  date,
  images,
  long,
  number,
  photographsDescription,
  type ReportForm,
  select,
  text,
} from './definition.ts';

/**
 * The Office Verification Form (sections 2 and 3 of the specification). One of its fields is named after the
 * provider's short name in lower case.
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
          number('application_ref_no', 'Application Ref No'),
          text('agency_name', 'Agency Name', shortName),
          text('portfolio_name', 'Portfolio Name'),
          text(shortName.toLowerCase(), `Verification Agency (${shortName})`),
          text('applicant_name', 'Applicant Name'),
          text('applicant_category', 'Applicant Category'),
          select('address_confirmed', 'Address Confirmed', ['Yes', 'No']),
          long('office_address', 'Office Address'),
        ],
      },
      {
        title: 'Person & Employment Details',
        fields: [
          text('designation', 'Designation'),
          date('visit_date', 'Visit Date'),
          text('person_met', 'Person Met'),
          text('relation', 'Relation'),
          number('tel_number', 'Tel Number'),
          number('mobile_number', 'Mobile Number'),
          text('years_present_business', 'Years in Present Business'),
          text('total_employment', 'Total Employment'),
          text('years_current_office', 'Years at Current Office'),
        ],
      },
      {
        title: 'Business Details',
        fields: [
          text('company_name', 'Company Name'),
          text('business_type', 'Business Type'),
          text('business_nature', 'Business Nature'),
          text('products_dealt', 'Products Dealt In'),
          text('office_ownership', 'Office Ownership'),
          text('employees_count', 'Number of Employees'),
          text('branches_count', 'Number of Branches'),
          text('business_board', 'Business Board Seen'),
        ],
      },
      {
        title: 'Office Premises Details',
        fields: [
          text('office_type', 'Office Type'),
          text('locality', 'Locality'),
          text('office_area', 'Office Area'),
          text('ease_locating', 'Ease of Locating'),
          text('construction', 'Construction'),
          text('exteriors', 'Exteriors'),
          text('interiors', 'Interiors'),
          text('activity_level', 'Activity Level'),
          text('customers_seen', 'Customers Seen'),
          text('political_affiliation', 'Political Affiliation'),
          text('items_seen', 'Items Seen'),
          text('landmark', 'Landmark'),
        ],
      },
      {
        title: 'Additional Details',
        fields: [
          text('education', 'Education'),
          text('business_ownership', 'Business Ownership'),
          text('proof_ownership', 'Proof of Ownership'),
          text('name_verified_from', 'Name Verified From'),
          text('neighbor_name', 'Neighbor Name'),
          long('neighbor_address', 'Neighbor Address'),
          long('neighbor_check', 'Neighbor Check', 2_000),
          number('professional_code', 'Professional Code'),
          number('sale_tax_no', 'Sale Tax No'),
          long('residence_details', 'Residence Details'),
        ],
      },
      {
        title: 'Financial Information',
        fields: [
          text('bank_name', 'Bank Name'),
          number('account_details', 'Account Details'),
          text('other_loans', 'Other Loans'),
          text('stock_details', 'Stock Details'),
        ],
      },
      {
        title: 'Premise Information',
        fields: [
          text('other_branches', 'Other Branches'),
          text('common_office', 'Common Office'),
          text('premises_distinct', 'Premises Distinct'),
          text('behavior', 'Behavior'),
          number('slip_no', 'Slip No'),
          text('entry_permitted', 'Entry Permitted'),
        ],
      },
      {
        title: 'Verification Remarks',
        fields: [
          long('verifier_remarks', 'Verifier Remarks', 4_000),
          long('entry_remarks', 'Entry Remarks', 2_000),
          text('employment_confirmed', 'Employment Confirmed'),
          text('employment_remarks', 'Employment Remarks'),
          text('setup_confirmed', 'Setup Confirmed'),
          text('setup_remarks', 'Setup Remarks'),
          text('dedup_match', 'Dedup Match'),
          text('dedup_remarks', 'Dedup Remarks'),
          text('recommended_check', 'Recommended'),
          text('not_recommended_check', 'Not Recommended'),
          text('rtcu_check', 'RTCU'),
        ],
      },
      { title: 'Images', fields: [images(), photographsDescription] },
      {
        title: 'Final Remarks',
        fields: [
          long('supervisor_remarks', 'Supervisor Remarks', 2_000),
          text('verifier_name', 'Verifier Name'),
          text('agency_seal', 'Agency Seal'),
          text('manager_signature', 'Manager Signature'),
        ],
      },
    ],
  };
}
