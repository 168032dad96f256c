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

const verdicts = ['POSITIVE', 'NEGATIVE', 'NEUTRAL'] as const;

/** The Residence Verification Form (sections 2 and 3 of the specification). */
export function residenceForm(shortName: string): ReportForm {
  return {
    template: 'residence',
    title: 'Residence Verification Form',
    removableImages: false,
    reference: 'applicationRefNo',
    applicant: 'applicantName',
    decision: 'agencyDecision',
    sections: [
      {
        title: 'Basic Information',
        fields: [
          number('applicationRefNo', 'Application Ref No'),
          text('agencyName', 'Agency Name', shortName),
          text('portfolio_name', 'Portfolio Name'),
          text('applicantName', 'Applicant Name'),
          text('coApp', 'Co-Applicant'),
          date('dateTimeOfVisit', 'Date & Time of Visit'),
          long('residenceAddress', 'Residence Address'),
          text('addressConfirmed', 'Address Confirmed'),
          text('landmarkObserved', 'Landmark Observed'),
        ],
      },
      {
        title: 'Person & Family Details',
        fields: [
          select('personContacted', 'Person Contacted', ['MALE', 'FEMALE']),
          text('relationWithApp', 'Relation with Applicant'),
          number('residencePhoneMobile', 'Residence Phone / Mobile'),
          text('yrsLivedAtCurrentAddress', 'Years Lived at Current Address'),
          text('residentialStatus', 'Residential Status'),
          text('educationalQualification', 'Educational Qualification'),
          text('maritalStatus', 'Marital Status'),
          text('totalFamilyMember', 'Total Family Members'),
          text('totalDependents', 'Total Dependents'),
        ],
      },
      {
        title: 'Credit Information',
        fields: [
          text('creditCardBank', 'Credit Card / Bank'),
          number('cardNo', 'Card No'),
          text('vehicleOwnership', 'Vehicle Ownership'),
          text('financierName', 'Financier Name'),
          number('loanNo', 'Loan No'),
          text('otherLoans', 'Other Loans'),
        ],
      },
      {
        title: 'Residence Details',
        fields: [
          text('typeOfResidence', 'Type of Residence'),
          select('localityOfResidence', 'Locality of Residence', [
            'UPPER CLASS',
            'MIDDLE CLASS',
            'LOWER CLASS',
          ]),
          select('easeOfLocatingAddress', 'Ease of Locating Address', [
            'EASY',
            'MODERATE',
            'DIFFICULT',
          ]),
          select('constructionOfResidence', 'Construction of Residence', [
            'PUCCA',
            'SEMI-PUCCA',
            'KUCCHA',
            'AVERAGE',
            'GOOD',
          ]),
          select('commentsOnExteriors', 'Comments on Exteriors', ['GOOD', 'AVERAGE', 'POOR']),
          text('carpetAreaSqFt', 'Carpet Area (Sq Ft)'),
          text('interiorConditions', 'Interior Conditions'),
          text('residenceProofConfirmed', 'Residence Proof Confirmed'),
          long('assetsSeenAtResidence', 'Assets Seen at Residence'),
        ],
      },
      {
        title: 'Additional Details',
        fields: [
          long('permanentParentAddress', 'Permanent / Parent Address'),
          long('previousAddress', 'Previous Address'),
          text('neighbourName', 'Neighbour Name'),
          text('durationOfStayAsPerNeighbor', 'Duration of Stay as per Neighbour'),
          long('neighbourAddress', 'Neighbour Address'),
          long('neighbourRemark', 'Neighbour Remark', 2_000),
        ],
      },
      {
        title: 'Workplace Information',
        fields: [
          text('companyName', 'Company Name'),
          text('designation', 'Designation'),
          long('companyAddress', 'Company Address'),
        ],
      },
      {
        title: 'Financial Information',
        fields: [text('bankDetails', 'Bank Details'), text('endUseOfFunds', 'End Use of Funds')],
      },
      {
        title: 'Living Status Information',
        fields: [
          select('ownershipStatus', 'Ownership Status', [
            'OWNED',
            'RENTED',
            'COMPANY PROVIDED',
            'FAMILY OWNED',
            'PAYING GUEST',
          ]),
          select('residenceStatus', 'Residence Status', verdicts),
          text('confirmationOfResidence', 'Confirmation of Residence'),
          text('dedupeMatchFound', 'Dedupe Match Found'),
        ],
      },
      {
        title: 'Verification Remarks',
        fields: [
          long('verifierRemarks', 'Verifier Remarks', 4_000),
          long('remarks', 'Remarks', 2_000),
          select('agencyDecision', 'Agency Decision', verdicts),
          text('recommended', 'Recommended'),
          text('notRecommended', 'Not Recommended', 'Y'),
          text('rtcu', 'RTCU'),
        ],
      },
      { title: 'Images', fields: [images(), photographsDescription] },
      {
        title: 'Final Remarks',
        fields: [
          long('supervisorsRemarks', "Supervisor's Remarks", 2_000),
          text('feName', 'FE Name'),
          text('agencyManagerSignature', 'Agency Manager Signature'),
        ],
      },
    ],
  };
}
