import { defaultValues } from '@doorstep/contract/reports/definition';
import { officeForm } from '@doorstep/contract/reports/office';
import { expect, test } from 'vitest';
import { reportDocument } from '../../../testing/reports/report-document.ts';
import { printReport } from './print-report.ts';

const band = (changes: Parameters<typeof reportDocument>[0]) =>
  Object.fromEntries(printReport(reportDocument(changes)).band.map((p) => [p.label, p.value]));

test('the stored decision and the decision of the form are distinguished', () => {
  const { form, values } = reportDocument();
  expect(band({ decision: 'negative' })).toMatchObject({ Decision: 'Negative' });
  const both = reportDocument({
    decision: 'negative',
    values: { ...values, agencyDecision: 'NEUTRAL' },
  });
  expect(form.decision).toBe('agencyDecision');
  expect(printReport(both)).toMatchObject({
    decision: { kind: 'negative', word: 'Negative' },
    band: expect.arrayContaining([{ label: 'Agency decision', value: 'NEUTRAL' }]),
  });
});

test('what the form leaves empty comes from the verification, otherwise it is a dash', () => {
  const form = officeForm('Doorstep');
  const values = defaultValues(form);
  expect(band({ form, values })).toEqual({
    Applicant: '-',
    'Application ref': 'HL/2026/003187',
    Visit: 'Mar 14, 2026, 11:42 AM',
    Decision: 'Positive',
  });
  const alone = printReport(reportDocument({ form, values, verification: null }));
  expect(alone).toMatchObject({ title: 'Office Verification Report', origin: [], subtitle: '' });
  expect(alone.band.map(({ value }) => value)).toEqual(['-', '-', '-', 'Positive']);
});

test('only a place in India has a DIGIPIN next to it', () => {
  const { verification } = reportDocument();
  if (!verification) throw new Error('The document has a verification');
  const printed = (latitude: number, longitude: number) =>
    printReport(reportDocument({ verification: { ...verification, latitude, longitude } })).origin;
  expect(printed(28.622788, 77.213033)).toContainEqual({
    label: 'Location',
    value: '28.62279, 77.21303 · DIGIPIN 39J-49L-L8T4',
  });
  expect(printed(52.52, 13.405)).toContainEqual({ label: 'Location', value: '52.52000, 13.40500' });
});

test('a submission without a fix is marked as such', () => {
  const { verification } = reportDocument();
  if (!verification) throw new Error('The document has a verification');
  const lost = { ...verification, latitude: null, longitude: null };
  expect(printReport(reportDocument({ verification: lost })).origin).toContainEqual({
    label: 'Location',
    value: 'place not recorded',
  });
});

test('a long name is only shortened in the band', () => {
  const { values } = reportDocument();
  const name = 'Venkatanarasimharajuvaripeta '.repeat(9).trim();
  const report = printReport(reportDocument({ values: { ...values, applicantName: name } }));
  expect(report.band[0]?.value).toMatch(/^Venkata.{82}…$/);
  expect(report.sections[0]?.rows.find((row) => row.name === 'applicantName')?.value).toBe(name);
});

// Covers: facts-4
test('if no person was met, the outcome is printed', () => {
  const { verification } = reportDocument();
  if (!verification) throw new Error('The document has a verification');
  const outcome = 'Door locked, 2nd attempt';
  expect(printReport(reportDocument({ verification: { ...verification, outcome } })).outcome).toBe(
    outcome,
  );
  expect(printReport(reportDocument()).outcome).toBe('');
});

// Covers: evidence-12
test('the checked parts are printed if the provider wants it', () => {
  const { verification } = reportDocument();
  const checked = ['place', 'time', 'travel', 'photos'];
  const said = printReport(
    reportDocument({ verification: verification && { ...verification, checked } }),
  );
  expect(said.location).toContain(' · Checked: place, time, travel, photos.');
  expect(printReport(reportDocument()).location).not.toContain('Checked');
});

test('the signature is printed with its words, and a layout hides or relabels it like a field', () => {
  const signature = {
    ...{ answer: 'signed' as const, by: 'Sunita Verma, spouse', at: '2026-03-14T06:10:00Z' },
    ...{ words: 'I agree.', jpeg: null },
  };
  expect(printReport(reportDocument()).signature).toBeNull();
  const signed = printReport(reportDocument({ signature })).signature;
  expect(signed).toMatchObject({
    ...{ title: 'Signature of the person met', line: 'Sunita Verma, spouse' },
    ...{ at: 'Mar 14, 2026, 11:40 AM', words: 'I agree.', isSigned: true, shown: false },
  });
  const declined = { ...signature, answer: 'declined' as const, by: '' };
  expect(printReport(reportDocument({ signature: declined })).signature).toMatchObject({
    ...{ line: 'The person met: did not want to sign', words: '', isSigned: false },
  });
  const layout = { name: 'A lender', photos: 'all' as const };
  const of = (residence: object) =>
    printReport(reportDocument({ signature, layout: { ...layout, forms: { residence } } }))
      .signature;
  expect(of({ hidden: ['signature'] })).toBeNull();
  expect(of({ labels: { signature: 'Customer’s signature' } })).toMatchObject({
    title: 'Customer’s signature',
  });
});
