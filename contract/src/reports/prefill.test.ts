import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formOf } from '../reports.ts';
import { visitOutcomes } from '../visits/outcomes.ts';
import { bodyOf } from './body.ts';
import { textFields } from './definition.ts';
import { type PrefillSource, prefill, visitValues } from './prefill.ts';

const residence = formOf('residence', 'Acme');
const office = formOf('office', 'Acme');
const zone = 'Asia/Kolkata';
const visit: PrefillSource = {
  submitted_at: '2026-03-06T03:00:00.000Z',
  overall_observation: 'positive',
  neighbour1_name: 'Mohan Lal',
  neighbour1_feedback: 'Lives here',
  remark: 'All well',
  verification_address: 'As found',
  application_details: { application_id: 'A-1', address: '12, MG Road', mobile: '9820098200' },
};

// Covers: facts-1
test("a form is filled in with the visit's answers, which override other data", () => {
  const answers = { ownershipStatus: 'OWNED', neighbourName: 'Sita' };
  const facts = { ...answers, landmarkObserved: ' Hanuman temple ' };
  expect(prefill(residence, { ...visit, outcome: 'met', facts }, zone)).toMatchObject({
    ...{ ...answers, landmarkObserved: 'Hanuman temple', neighbourRemark: 'Lives here' },
    ...{ verifierRemarks: 'All well', residenceStatus: 'POSITIVE' },
    ...{ residenceAddress: '12, MG Road', residencePhoneMobile: '9820098200' },
  });
});

// Covers: report-form-7
test.each([
  ['2026-03-05T20:00:00.000Z', 'Asia/Kolkata', '06-03-2026'],
  ['2026-03-05T20:00:00.000Z', 'America/New_York', '05-03-2026'],
  // A time without an offset is the provider's local time, whatever the time zone of the PC.
  ['2026-03-05T23:50:00', 'Pacific/Kiritimati', '05-03-2026'],
  ['2026-03-05 00:10:00.000', 'America/New_York', '05-03-2026'],
  ['2026-03-05', 'America/New_York', '05-03-2026'],
  ['yesterday', 'Asia/Kolkata', ''],
])('the visit of %s is in %s on %s', (submitted_at, timeZone, day) => {
  expect(prefill(residence, { ...visit, submitted_at }, timeZone).dateTimeOfVisit).toBe(day);
});

// Covers: facts-1
test('office fields and invalid values are not taken from a visit', () => {
  const facts = {
    ...{ agencyDecision: 'POSITIVE', recommended: 'Y', applicationRefNo: 'X' },
    ...{ ownershipStatus: 'Ours', localityOfResidence: 'middle class' },
    maritalStatus: 'x'.repeat(250),
  };
  const values = prefill(residence, { ...visit, facts }, zone);
  expect(values).toMatchObject({ agencyDecision: '', recommended: '', applicationRefNo: 'A-1' });
  expect(values).toMatchObject({ ownershipStatus: '', localityOfResidence: 'MIDDLE CLASS' });
  expect(values.maritalStatus).toHaveLength(200);
});

// Covers: facts-1
test('only values from the visit count as such', () => {
  const facts = { ownershipStatus: 'RENTED' };
  expect(visitValues(residence, { ...visit, facts })).toEqual({
    ...{ ...facts, neighbourName: 'Mohan Lal', neighbourRemark: 'Lives here' },
    ...{ verifierRemarks: 'All well', residenceStatus: 'POSITIVE' },
  });
  const found = visitValues(office, { verification_address: 'As found' });
  expect(found).toEqual({ office_address: 'As found' });
  expect(visitValues(residence, {})).toEqual({});
});

// Covers: facts-5
test('a repeated visit has the values of the previous one, except those that it states itself', () => {
  const earlier_answers = {
    ...{ ownershipStatus: 'OWNED', maritalStatus: 'Married', neighbour1_name: 'Sita' },
    ...{ neighbour1_address: 'Flat 3', verification_address: 'Elsewhere' },
  };
  const facts = { ownershipStatus: 'RENTED' };
  expect(visitValues(residence, { ...visit, facts, earlier_answers })).toMatchObject({
    ...{ ...facts, maritalStatus: 'Married' },
    ...{ neighbourName: 'Mohan Lal', neighbourAddress: 'Flat 3' },
  });
  const { residenceAddress } = prefill(residence, { ...visit, earlier_answers }, zone);
  expect(residenceAddress).toBe('12, MG Road');
});

// Covers: facts-2
test.each([
  ['untraceable', { addressConfirmed: 'No', easeOfLocatingAddress: 'DIFFICULT' }],
  ['shifted', { confirmationOfResidence: 'No, shifted' }],
  ['locked', { person_met: 'Nobody, door locked', entry_permitted: 'No' }],
  ['no_such_person', { employment_confirmed: 'No' }],
] as const)(
  'after %s the form has %j, unless the agent answers differently',
  (outcome, follows) => {
    const form = Object.keys(follows).some((name) => name.includes('_')) ? office : residence;
    expect(prefill(form, { outcome }, zone)).toMatchObject(follows);
    expect(prefill(form, { outcome: 'met' }, zone)).not.toMatchObject(follows);
    const [name = ''] = Object.keys(follows);
    const facts = { [name]: 'Yes' };
    expect(prefill(form, { outcome, facts }, zone)[name]).toBe('Yes');
  },
);

// Covers: facts-1
test('the day of the visit is when the agent was there, not when it was sent', () => {
  const visited_at = '2026-03-05T05:30:00.000Z';
  expect(prefill(residence, { ...visit, visited_at }, zone).dateTimeOfVisit).toBe('05-03-2026');
  expect(prefill(office, visit, zone).visit_date).toBe('06-03-2026');
});

// Covers: facts-1
test('a form filled in from any visit can be saved', () => {
  const forms = fc.constantFrom(residence, office);
  const fields = [residence, office].flatMap((form) => textFields(form));
  const names = fc.constantFrom(...fields.map(({ name }) => name));
  const answers = fc.oneof(fc.string(), fc.constantFrom('Yes', 'owned', 'x '.repeat(2_500)));
  const facts = fc.dictionary(names, answers, { maxKeys: 12 });
  fc.assert(
    fc.property(forms, facts, fc.constantFrom(...visitOutcomes), (form, said, outcome) => {
      const values = prefill(form, { ...visit, facts: said, outcome }, zone);
      const body = bodyOf(form).safeParse({ ...values, template_type: form.template });
      const issues = body.error?.issues ?? [];
      expect(issues.filter(({ message }) => !/All fields together/.test(message))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

// Covers: facts-7
test.each([
  [residence, 'verifierRemarks', { relationWithApp: 'Spouse' }, 'Met Hema Raghavan, spouse.'],
  [residence, 'verifierRemarks', { relationWithApp: 'Self' }, 'Met Hema Raghavan, the applicant.'],
  [residence, 'verifierRemarks', {}, 'Met Hema Raghavan.'],
  [office, 'verifier_remarks', { relation: 'HR' }, 'Met Hema Raghavan, HR.'],
  [office, 'verifier_remarks', { relation: 'Anil’s aunt' }, 'Met Hema Raghavan, Anil’s aunt.'],
] as const)('the remark begins with the person met: $template, $3', (form, field, more, met) => {
  const facts = { person_met: ' Hema Raghavan ', ...more };
  const remarkOf = (remark: string) => visitValues(form, { facts, remark })[field];
  expect(remarkOf('')).toBe(met);
  expect(remarkOf('Lives here.')).toBe(`${met} Lives here.`);
  expect(remarkOf('Met hema raghavan at home.')).toBe('Met hema raghavan at home.');
  const long = 'x'.repeat(4_000);
  expect(remarkOf(long)).toBe(long);
});

// Covers: facts-7
test('the person met comes from one visit as a whole: from the previous one if this one names nobody', () => {
  const earlier_answers = { person_met: 'Hema Raghavan', relationWithApp: 'Spouse' };
  const remarkOf = (facts: Record<string, string>) =>
    visitValues(residence, { facts, earlier_answers }).verifierRemarks;
  expect(remarkOf({ relationWithApp: 'Tenant' })).toBe('Met Hema Raghavan, spouse.');
  expect(remarkOf({ person_met: 'Ravi More' })).toBe('Met Ravi More.');
  // The residence form has no field `person_met`, so the name is only in the remark.
  expect(visitValues(residence, { earlier_answers })).not.toHaveProperty('person_met');
});
