import { defaultValues } from '@doorstep/contract/reports/definition';
import { officeForm } from '@doorstep/contract/reports/office';
import { expect, test } from 'vitest';
import { reportDocument } from '../../../testing/reports/report-document.ts';
import { printReport } from './print-report.ts';

const band = (changes: Parameters<typeof reportDocument>[0]) =>
  Object.fromEntries(printReport(reportDocument(changes)).band.map((p) => [p.label, p.value]));

test('the stored decision and the decision of the form are kept apart', () => {
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

test('what the form leaves empty comes from the verification, else it is a dash', () => {
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

test('a place in India has its DIGIPIN beside it, another has none', () => {
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

test('a submission without a fix says so', () => {
  const { verification } = reportDocument();
  if (!verification) throw new Error('The document has a verification');
  const lost = { ...verification, latitude: null, longitude: null };
  expect(printReport(reportDocument({ verification: lost })).origin).toContainEqual({
    label: 'Location',
    value: 'place not recorded',
  });
});

test('a long name is cut in the band alone', () => {
  const { values } = reportDocument();
  const name = 'Venkatanarasimharajuvaripeta '.repeat(9).trim();
  const report = printReport(reportDocument({ values: { ...values, applicantName: name } }));
  expect(report.band[0]?.value).toMatch(/^Venkata.{82}…$/);
  expect(report.sections[0]?.rows.find((row) => row.name === 'applicantName')?.value).toBe(name);
});

// Covers: facts-4
test('what the agent found is printed where nobody was met', () => {
  const { verification } = reportDocument();
  if (!verification) throw new Error('The document has a verification');
  const outcome = 'Door locked, 2nd attempt';
  expect(printReport(reportDocument({ verification: { ...verification, outcome } })).outcome).toBe(
    outcome,
  );
  expect(printReport(reportDocument()).outcome).toBe('');
});

// Covers: evidence-12
test('what was checked is said where the provider wants it', () => {
  const { verification } = reportDocument();
  const checked = ['place', 'time', 'travel', 'photos'];
  const said = printReport(
    reportDocument({ verification: verification && { ...verification, checked } }),
  );
  expect(said.location).toContain(' · Checked: place, time, travel, photos.');
  expect(printReport(reportDocument()).location).not.toContain('Checked');
});
