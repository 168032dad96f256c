import {
  alike,
  byAgent,
  byBoth,
  byOffice,
  byVisit,
  except,
  fewPeople,
  residenceRelations,
  sinceBirth,
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
import { sameAddress } from './same-address.ts';

const verdicts = ['POSITIVE', 'NEGATIVE', 'NEUTRAL'] as const;
const inSight = except('untraceable', 'unsafe');

/** The Residence Verification Form in sections 2 and 3 of the specification. */
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
          identifier('applicationRefNo', 'Application Ref No', byOffice),
          text('agencyName', 'Agency Name', byOffice, shortName),
          text('portfolio_name', 'Portfolio Name', byOffice),
          text('applicantName', 'Applicant Name', byOffice),
          text('coApp', 'Co-Applicant', byOffice),
          date('dateTimeOfVisit', 'Date & Time of Visit', byVisit()),
          long('residenceAddress', 'Residence Address', alike.verifiedAddress),
          text(
            'addressConfirmed',
            'Address Confirmed',
            byAgent('outside', 'Is this the address in the task?', {
              when: inSight,
              suggestions: yesNo,
              follows: { untraceable: 'No' },
            }),
          ),
          text(
            'landmarkObserved',
            'Landmark Observed',
            byAgent('outside', 'Which landmark is near?', {
              suggestions: ['Temple', 'School', 'Market', 'Bus stop', 'Hospital'],
              isMostlyTyped: true,
              when: ['met', 'no_such_person', 'untraceable', 'entry_refused', 'unsafe'],
              wordings: { untraceable: { question: 'Which landmark did you reach?' } },
            }),
          ),
        ],
      },
      {
        title: 'Person & Family Details',
        fields: [
          select(
            'personContacted',
            'Person Contacted',
            byAgent('person', 'Did you meet a man or a woman?', { when: ['met', 'refused'] }),
            ['MALE', 'FEMALE'],
          ),
          text(
            'relationWithApp',
            'Relation with Applicant',
            byAgent('person', 'How is this person related to the applicant?', {
              when: ['met', 'refused'],
              suggestions: residenceRelations,
            }),
          ),
          phone('residencePhoneMobile', 'Residence Phone / Mobile', byOffice),
          text(
            'yrsLivedAtCurrentAddress',
            'Years Lived at Current Address',
            byAgent('person', 'How long has the applicant lived here?', {
              suggestions: ['Less than 1 year', sinceBirth],
              together: [{ yrsLivedAtCurrentAddress: sinceBirth, residentialStatus: 'Permanent' }],
            }),
          ),
          text(
            'residentialStatus',
            'Residential Status',
            byAgent('person', 'Does the applicant stay here all the time?', {
              suggestions: ['Permanent', 'Temporary', 'Weekends only'],
            }),
          ),
          text(
            'educationalQualification',
            'Educational Qualification',
            byAgent('household', 'Education of the applicant', {
              suggestions: [
                'None',
                '10th',
                '12th',
                'Diploma',
                'Graduate',
                'Postgraduate',
                'Professional',
              ],
            }),
          ),
          text(
            'maritalStatus',
            'Marital Status',
            byAgent('household', 'Is the applicant married?', {
              suggestions: ['Married', 'Single', 'Widowed', 'Divorced'],
            }),
          ),
          count(
            'totalFamilyMember',
            'Total Family Members',
            byAgent('household', 'How many people live in the household?', {
              suggestions: fewPeople.slice(1),
            }),
          ),
          count(
            'totalDependents',
            'Total Dependents',
            byAgent('household', 'How many people depend on the applicant?', {
              suggestions: fewPeople,
            }),
          ),
        ],
      },
      {
        title: 'Credit Information',
        fields: [
          text('creditCardBank', 'Credit Card / Bank', byOffice),
          identifier('cardNo', 'Card No', byOffice),
          text(
            'vehicleOwnership',
            'Vehicle Ownership',
            byAgent('household', 'Which vehicle does the household have?', {
              suggestions: ['None', 'Two-wheeler', 'Car', 'Two-wheeler and car', 'Commercial'],
            }),
          ),
          text('financierName', 'Financier Name', byOffice),
          identifier('loanNo', 'Loan No', byOffice),
          text('otherLoans', 'Other Loans', byOffice),
        ],
      },
      {
        title: 'Residence Details',
        fields: [
          text(
            'typeOfResidence',
            'Type of Residence',
            byAgent('outside', 'What kind of home is it?', {
              when: ['met', 'locked', 'shifted', 'entry_refused', 'refused'],
              suggestions: [
                'Flat',
                'Independent house',
                'Row house',
                'Chawl',
                'Hut',
                'Hostel',
                'Quarters',
              ],
              together: [{ typeOfResidence: 'Flat', constructionOfResidence: 'PUCCA' }],
            }),
          ),
          select(
            'localityOfResidence',
            'Locality of Residence',
            byAgent('outside', 'What kind of locality is it?'),
            ['UPPER CLASS', 'MIDDLE CLASS', 'LOWER CLASS'],
          ),
          select(
            'easeOfLocatingAddress',
            'Ease of Locating Address',
            byAgent('outside', 'How easy was the address to find?', {
              follows: { untraceable: 'DIFFICULT' },
            }),
            ['EASY', 'MODERATE', 'DIFFICULT'],
          ),
          select(
            'constructionOfResidence',
            'Construction of Residence',
            byAgent('outside', 'How is the building built?', { when: ['met', 'refused'] }),
            ['PUCCA', 'SEMI-PUCCA', 'KUCCHA', 'AVERAGE', 'GOOD'],
          ),
          select(
            'commentsOnExteriors',
            'Comments on Exteriors',
            byAgent('outside', 'How does the building look from outside?', {
              when: ['met', 'refused'],
            }),
            ['GOOD', 'AVERAGE', 'POOR'],
          ),
          count(
            'carpetAreaSqFt',
            'Carpet Area (Sq Ft)',
            byAgent('inside', 'About how many square feet is the home?', {
              suggestions: ['200', '400', '500', '650', '800', '1000', '1200', '1500'],
            }),
          ),
          text(
            'interiorConditions',
            'Interior Conditions',
            byAgent('inside', 'How does the home look inside?', {
              suggestions: ['Good', 'Average', 'Poor', 'Not seen'],
            }),
          ),
          text(
            'residenceProofConfirmed',
            'Residence Proof Confirmed',
            byAgent('papers', 'Which proof of address did you see?', {
              suggestions: [
                'None',
                'Electricity bill',
                'Ration card',
                'Voter card',
                'Passport',
                'Rent agreement',
              ],
            }),
          ),
          long(
            'assetsSeenAtResidence',
            'Assets Seen at Residence',
            byAgent('inside', 'What is in the home?', {
              isMany: true,
              above: 'interiorConditions',
              suggestions: ['TV', 'Fridge', 'Washing machine', 'AC', 'Sofa', 'Computer'],
            }),
          ),
        ],
      },
      {
        title: 'Additional Details',
        fields: [
          long(
            'permanentParentAddress',
            'Permanent / Parent Address',
            byAgent('papers', 'Permanent address', {
              suggestions: [sameAddress],
              isMostlyTyped: true,
            }),
          ),
          long(
            'previousAddress',
            'Previous Address',
            byAgent('papers', 'Where did the applicant live before?', {
              suggestions: [sameAddress],
              isMostlyTyped: true,
            }),
          ),
          text('neighbourName', 'Neighbour Name', alike.neighbourName),
          text(
            'durationOfStayAsPerNeighbor',
            'Duration of Stay as per Neighbour',
            byAgent('neighbours', 'Neighbour’s answer: how long has the applicant lived here?', {
              when: ['met', 'locked', 'shifted'],
              suggestions: ['Less than 1 year', sinceBirth, 'Not known'],
              wordings: {
                shifted: {
                  question: 'Neighbour’s answer: how long did the applicant live here?',
                },
              },
            }),
          ),
          long('neighbourAddress', 'Neighbour Address', alike.neighbourAddress),
          long('neighbourRemark', 'Neighbour Remark', alike.neighbourRemark, 2_000),
        ],
      },
      {
        title: 'Workplace Information',
        fields: [
          text(
            'companyName',
            'Company Name',
            byBoth('household', 'Where does the applicant work?'),
          ),
          text('designation', 'Designation', byBoth('household', 'What is the applicant’s job?')),
          long('companyAddress', 'Company Address', byOffice),
        ],
      },
      {
        title: 'Financial Information',
        fields: [
          text('bankDetails', 'Bank Details', byOffice),
          text('endUseOfFunds', 'End Use of Funds', byOffice),
        ],
      },
      {
        title: 'Living Status Information',
        fields: [
          select(
            'ownershipStatus',
            'Ownership Status',
            byAgent('person', 'Is the home owned or rented?', {
              together: [{ ownershipStatus: 'OWNED', permanentParentAddress: sameAddress }],
            }),
            ['OWNED', 'RENTED', 'COMPANY PROVIDED', 'FAMILY OWNED', 'PAYING GUEST'],
          ),
          select(
            'residenceStatus',
            'Residence Status',
            byVisit({ statement: 'overall_observation' }),
            verdicts,
          ),
          text(
            'confirmationOfResidence',
            'Confirmation of Residence',
            byBoth('outside', 'What shows that the applicant lives here?', {
              when: ['locked', 'entry_refused', 'refused'],
              suggestions: ['Name plate', 'Neighbour says so', 'Guard says so', 'Nothing'],
              follows: {
                shifted: 'No, shifted',
                no_such_person: 'No such person there',
                untraceable: 'Address not found',
              },
            }),
          ),
          text('dedupeMatchFound', 'Dedupe Match Found', byOffice),
        ],
      },
      {
        title: 'Verification Remarks',
        fields: [
          long('verifierRemarks', 'Verifier Remarks', alike.remark, 4_000),
          long('remarks', 'Remarks', alike.circumstances, 2_000),
          select('agencyDecision', 'Agency Decision', byOffice, verdicts),
          text('recommended', 'Recommended', byOffice),
          text('notRecommended', 'Not Recommended', byOffice, 'Y'),
          text('rtcu', 'RTCU', byOffice),
        ],
      },
      { title: 'Images', fields: [images(), photographsDescription] },
      {
        title: 'Final Remarks',
        fields: [
          long('supervisorsRemarks', "Supervisor's Remarks", byOffice, 2_000),
          text('feName', 'FE Name', byOffice),
          text('agencyManagerSignature', 'Agency Manager Signature', byOffice),
        ],
      },
    ],
  };
}
