import { expect, test } from 'vitest';
import { formFor } from '../reports.ts';
import { asTexts } from './body.ts';
import { printedDate, printedSections, textFields, withOtherFields } from './definition.ts';
import { officeForm } from './office.ts';
import { fillIn, prefill } from './prefill.ts';
import { residenceForm } from './residence.ts';

const residence = residenceForm('Acme Checks');
const office = officeForm('Acme');
const words = (text: string) => text.trim().split(/\s+/);
const choicesOf = (form: typeof residence) =>
  Object.fromEntries(
    textFields(form).flatMap((field) =>
      field.kind === 'select' ? [[field.name, field.options]] : [],
    ),
  );

// Covers: report-form-2, report-form-3
test.each([
  [
    ...([residence, 'Residence Verification Form'] as const),
    'Basic Information, Person & Family Details, Credit Information, Residence Details, Additional Details, Workplace Information, Financial Information, Living Status Information, Verification Remarks, Images, Final Remarks',
  ],
  [
    ...([office, 'Office Verification Form'] as const),
    'Basic Information, Person & Employment Details, Business Details, Office Premises Details, Additional Details, Financial Information, Premise Information, Verification Remarks, Images, Final Remarks',
  ],
])('the $template form has its title and sections', (form, title, sections) => {
  expect(form.title).toBe(title);
  expect(form.sections.map((section) => section.title)).toEqual(sections.split(', '));
});

// Covers: report-form-4
test('the residence form has every field, in camel case except for the portfolio and the photographs', () => {
  const names = textFields(residence).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(
      words(`
        applicationRefNo agencyName portfolio_name applicantName coApp residenceAddress addressConfirmed
        landmarkObserved dateTimeOfVisit personContacted relationWithApp residencePhoneMobile
        yrsLivedAtCurrentAddress residentialStatus educationalQualification maritalStatus totalFamilyMember
        totalDependents cardNo vehicleOwnership financierName loanNo typeOfResidence localityOfResidence
        easeOfLocatingAddress constructionOfResidence commentsOnExteriors carpetAreaSqFt interiorConditions
        assetsSeenAtResidence residenceProofConfirmed previousAddress companyName companyAddress designation
        bankDetails neighbourName neighbourRemark neighbourAddress durationOfStayAsPerNeighbor
        ownershipStatus residenceStatus agencyDecision verifierRemarks remarks confirmationOfResidence
        dedupeMatchFound endUseOfFunds recommended notRecommended rtcu feName supervisorsRemarks
        agencyManagerSignature photographs_description`),
    ),
  );
  expect(new Set(names).size).toBe(names.length);
});

// Covers: report-form-4
test('the office form has exactly its fields, one of them named after the provider', () => {
  const names = textFields(office).map(({ name }) => name);
  expect(names.sort()).toEqual(
    words(`
      application_ref_no agency_name portfolio_name acme applicant_name applicant_category address_confirmed
      office_address designation visit_date person_met relation tel_number mobile_number
      years_present_business total_employment years_current_office company_name business_type business_nature
      products_dealt office_ownership employees_count branches_count business_board office_type locality
      office_area ease_locating construction exteriors interiors activity_level customers_seen
      political_affiliation items_seen landmark education business_ownership proof_ownership
      name_verified_from neighbor_name neighbor_address neighbor_check professional_code sale_tax_no
      residence_details bank_name account_details other_loans stock_details other_branches common_office
      premises_distinct behavior slip_no entry_permitted verifier_remarks entry_remarks
      employment_confirmed employment_remarks setup_confirmed setup_remarks dedup_match dedup_remarks
      recommended_check not_recommended_check rtcu_check photographs_description supervisor_remarks
      verifier_name agency_seal manager_signature`).sort(),
  );
});

// Covers: report-form-5
test('for an office, only whether the address is confirmed is a choice; the rest is typed', () => {
  expect(choicesOf(office)).toEqual({ address_confirmed: ['Yes', 'No'] });
});

// Covers: report-form-5
test.each([
  ['personContacted', ['MALE', 'FEMALE']],
  ['localityOfResidence', ['UPPER CLASS', 'MIDDLE CLASS', 'LOWER CLASS']],
  ['easeOfLocatingAddress', ['EASY', 'MODERATE', 'DIFFICULT']],
  ['constructionOfResidence', ['PUCCA', 'SEMI-PUCCA', 'KUCCHA', 'AVERAGE', 'GOOD']],
  ['commentsOnExteriors', ['GOOD', 'AVERAGE', 'POOR']],
  ['ownershipStatus', ['OWNED', 'RENTED', 'COMPANY PROVIDED', 'FAMILY OWNED', 'PAYING GUEST']],
  ['residenceStatus', ['POSITIVE', 'NEGATIVE', 'NEUTRAL']],
  ['agencyDecision', ['POSITIVE', 'NEGATIVE', 'NEUTRAL']],
])('%s of a residence offers %j', (name, options) => {
  expect(choicesOf(residence)[name]).toEqual(options);
});

// Covers: report-form-6
test('an empty form starts with its defaults, the agency by its short name', () => {
  const photographs_description = 'Photographs Taken During Verification';
  expect(prefill(residence, {}, 'Asia/Kolkata')).toMatchObject({
    ...{ agencyName: 'Acme Checks', notRecommended: 'Y', photographs_description },
  });
  expect(prefill(office, {}, 'Asia/Kolkata')).toMatchObject({ photographs_description });
});

// Covers: report-form-1
test.each([
  ['RESIDENCE', 'residence'],
  ['RESIDENCE VISIT', 'residence'],
  ['residence visit', 'residence'],
  ['OFFICE', 'office'],
  ['BUSINESS', 'office'],
  ['', 'office'],
  [null, 'office'],
])('a visit of type %j has the %s form', (visitType, template) => {
  expect(formFor(visitType, 'Acme').template).toBe(template);
});

// Covers: report-form-14
test('photos can only be left out of the office form', () => {
  expect([residence.removableImages, office.removableImages]).toEqual([false, true]);
});

test.each([
  ['05-03-2026', 'Mar 5, 2026'],
  ['5-3-2026, 10:30', 'Mar 5, 2026, 10:30'],
  ['05-13-2026', '05-13-2026'],
  ['on  Monday', 'on Monday'],
  ['', ''],
])('the date %j prints as %j', (typed, printed) => {
  expect(printedDate(typed)).toBe(printed);
  const rows = printedSections(office, { visit_date: ` ${typed} ` }).flatMap(
    ({ rows: own }) => own,
  );
  expect(rows.find(({ name }) => name === 'visit_date')?.value).toBe(printed.trim() || '-');
});

test('a saved form gets the facts where it has no value; the default next to no recommendation counts as none', () => {
  const facts = { coApp: 'Fact', recommended: 'Y', notRecommended: 'N', rtcu: '' };
  expect(fillIn(facts, { coApp: ' ', rtcu: 'Saved', notRecommended: 'Y', other: 'Kept' })).toEqual({
    ...facts,
    rtcu: 'Saved',
    other: 'Kept',
  });
  const both = { recommended: 'N', notRecommended: 'Y' };
  expect(fillIn(facts, both)).toMatchObject(both);
});

const printed = (values: Record<string, string>) =>
  printedSections(residence, values).flatMap((section) => section.rows);

test('line breaks cost no more than a line for each hundred characters that a field may have, and none in a short one', () => {
  const values = { remarks: 'a\n\n\nb\n'.repeat(40), coApp: 'one\n two' };
  const of = Object.fromEntries(printed(values).map(({ name, value }) => [name, value]));
  expect(of.remarks?.split('\n')).toHaveLength(20);
  expect(of.remarks?.replace(/\s/g, '')).toHaveLength(80);
  expect(of.coApp).toBe('one two');
});

// Covers: threat-41
test('lines are joined in one pass, since many spaces would otherwise take minutes', () => {
  const spaces = ' '.repeat(400_000);
  const values = { addressConfirmed: `a${spaces}b\n\n c`, remarks: `a${spaces}b \n\n c` };
  const long = printed(values).filter(({ value }) => value.length > 100);
  expect(long.map(({ value }) => value)).toEqual([`a${spaces}b c`, `a${spaces}b\nc`]);
});

const asOwnTexts = (sent: object) => asTexts(sent, [residence, office]);

test('numbers and booleans become text, null becomes empty, photos stay unchanged', () => {
  const sent = { a: 1.5, b: true, c: false, d: null, e: 'text', image_urls: null };
  expect(asOwnTexts({ ...sent, photographs_taken: 2 })).toEqual({
    ...{ a: '1.5', b: 'Yes', c: 'No', d: '', e: 'text' },
    photographs_taken: 2,
  });
  expect(asOwnTexts({ image_urls: '' })).toEqual({});
  for (const other of [null, [], 'text']) expect(asTexts(other, [residence])).toEqual(other);
});

test('the number of photographs may be text', () => {
  const counts = [null, ' ', ' 12 ', '12345', '1.5'].map((photographs_taken) =>
    asTexts({ photographs_taken }, []),
  );
  expect(counts).toEqual([
    ...[{}, {}, { photographs_taken: 12 }],
    ...[{ photographs_taken: '12345' }, { photographs_taken: '1.5' }],
  ]);
});

test('fields that the form does not have become a last section, sorted by label', () => {
  const values = {
    b_url: 'x'.repeat(81),
    aName: 'x'.repeat(80),
    '-': 'y',
    c: ' ',
    d: 4,
    image_urls: 'z',
  };
  const others = withOtherFields(office, values).sections.slice(office.sections.length);
  expect(others).toMatchObject([
    {
      title: 'Other Details',
      fields: [
        { name: '-', label: '-', kind: 'text' },
        { name: 'aName', label: 'A Name', kind: 'text' },
        { name: 'b_url', label: 'B URL', kind: 'long' },
      ],
    },
  ]);
  expect(withOtherFields(office, { c: '' }).sections).toEqual(office.sections);
});

test('a text that is not an option of its dropdown becomes the last option', () => {
  const { ownershipStatus = [], ...unchanged } = choicesOf(residence);
  const [localityOfResidence] = unchanged.localityOfResidence ?? [];
  const values = { ownershipStatus: 'Ours', rtcu: '', localityOfResidence };
  const asked = choicesOf(withOtherFields(residence, values));
  expect(asked).toEqual({ ...unchanged, ownershipStatus: [...ownershipStatus, 'Ours'] });
});

// Covers: other-clients-6
test.each([
  [{ applicationRefNo: 'A1', portfolio_name: 'P' }, 'residence'],
  [{ template_type: null, application_ref_no: 'A1', bank_name: '' }, 'office'],
  [{ template_type: ' ', locality: 'X' }, 'office'],
  [{ template_type: 'Residence', application_ref_no: 'A1' }, 'residence'],
  [{ template_type: null, portfolio_name: 'P' }, undefined],
])('without a template, the names of %j determine the form', (sent, template_type) => {
  expect(asOwnTexts(sent)).toMatchObject({ template_type });
});
