import { defaultValues } from '@doorstep/contract/reports/definition';
import { officeForm } from '@doorstep/contract/reports/office';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../../platform/reports.ts';
import { reportDocument } from '../../../testing/reports/report-document.ts';
import { printReport } from './print-report.ts';

const { form: residence, values, verification } = reportDocument();
const print = (changes: Partial<ReportDocument> = {}) => printReport(reportDocument(changes));
const printVisit = (changes: Partial<ReportDocument['verification'] & object>) =>
  print({ verification: verification && { ...verification, ...changes } });
const band = (changes: Partial<ReportDocument>) =>
  Object.fromEntries(print(changes).band.map(({ label, value }) => [label, value]));

test('the stored decision and the decision of the form are distinguished', () => {
  expect(band({ decision: 'negative' })).toMatchObject({ Decision: 'Negative' });
  expect(residence.decision).toBe('agencyDecision');
  const both = { ...values, agencyDecision: 'NEUTRAL' };
  expect(print({ decision: 'negative', values: both })).toMatchObject({
    decision: { kind: 'negative', word: 'Negative' },
    band: expect.arrayContaining([{ label: 'Agency decision', value: 'NEUTRAL' }]),
  });
});

test('what the form leaves empty comes from the verification, otherwise it is a dash', () => {
  const form = officeForm('Doorstep');
  const values = defaultValues(form);
  expect(band({ form, values })).toEqual({
    ...{ Applicant: '-', 'Application ref': 'HL/2026/003187' },
    ...{ Visit: 'Mar 14, 2026, 11:42 AM', Decision: 'Positive' },
  });
  const filled = { ...values, [form.reference]: 'OWN-7', [form.applicant]: 'Asha' };
  expect(band({ form, values: filled })).toMatchObject({
    ...{ Applicant: 'Asha', 'Application ref': 'OWN-7' },
  });
  const alone = print({ form, values, verification: null });
  expect(alone).toMatchObject({ title: 'Office Verification Report', origin: [], subtitle: '' });
  expect(alone.band.map(({ value }) => value)).toEqual(['-', '-', '-', 'Positive']);
});

test.each([
  ['in India with a DIGIPIN', 28.622788, 77.213033, '28.62279, 77.21303 · DIGIPIN 39J-49L-L8T4'],
  ['elsewhere without', 52.52, 13.405, '52.52000, 13.40500'],
  ['without a fix as not recorded', null, null, 'place not recorded'],
])('a place %s is printed', (_, latitude, longitude, value) => {
  expect(printVisit({ latitude, longitude }).origin).toContainEqual({ label: 'Location', value });
});

test('a long name is only shortened in the band', () => {
  const name = 'Venkatanarasimharajuvaripeta '.repeat(9).trim();
  const report = print({ values: { ...values, applicantName: name } });
  expect(report.band[0]?.value).toMatch(/^Venkata.{82}…$/);
  expect(report.sections[0]?.rows.find((row) => row.name === 'applicantName')?.value).toBe(name);
});

// Covers: facts-4
test('if no person was met, the outcome is printed', () => {
  const outcome = 'Door locked, 2nd attempt';
  expect(printVisit({ outcome }).outcome).toBe(outcome);
  expect(print().outcome).toBe('');
});

// Covers: evidence-12
test('the checked parts are printed if the provider wants it', () => {
  const { location } = printVisit({ checked: ['place', 'time', 'travel', 'photos'] });
  expect(location).toContain(' · Checked: place, time, travel, photos.');
  expect(print().location).not.toContain('Checked');
});

test('the signature is printed with its words, and a layout hides or relabels it like a field', () => {
  const signature = {
    ...{ answer: 'signed' as const, by: 'Sunita Verma, spouse', at: '2026-03-14T06:10:00Z' },
    ...{ words: 'I agree.', jpeg: null },
  };
  expect(print().signature).toBeNull();
  expect(print({ signature }).signature).toMatchObject({
    ...{ title: 'Signature of the person met', line: 'Sunita Verma, spouse' },
    ...{ at: 'Mar 14, 2026, 11:40 AM', words: 'I agree.', isSigned: true, shown: false },
  });
  const declined = { ...signature, answer: 'declined' as const, by: '' };
  expect(print({ signature: declined }).signature).toMatchObject({
    ...{ line: 'The person met: did not want to sign', words: '', isSigned: false },
  });
  const layout = { name: 'A lender', photos: 'all' as const };
  const of = (changes: object) =>
    print({ signature, layout: { ...layout, forms: { residence: changes } } }).signature;
  expect(of({ hidden: ['signature'] })).toBeNull();
  const title = 'Customer’s signature';
  expect(of({ labels: { signature: title } })).toMatchObject({ title });
});
