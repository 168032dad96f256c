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

test('an unreadable time and an unnamed agent are printed as missing', () => {
  expect(printVisit({ submittedAt: 'soon', agentName: '' }).origin).toMatchObject([
    ...[{ value: '4821' }, { value: '-' }, { value: 'time not recorded' }, {}],
  ]);
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
  expect(print().location).not.toMatch(/Checked|two people/);
  expect(printVisit({ reviewedByTwo: true }).location).toMatch(/ · Reviewed by two people\.$/);
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

// Covers: report-form-11
test('each photo is printed with its part of the description, its time, its place and the distance', () => {
  const photo = {
    ...{ jpeg: new Uint8Array(), width: 4, height: 3, shows: 'nameplate' },
    ...{ takenAt: '2026-03-14T11:20:00+05:30', latitude: 19.07283, longitude: 72.88261 },
  };
  const unknown = { ...photo, takenAt: null, latitude: null, longitude: null, shows: 'other' };
  const described = (photographs_description: string, photos = [photo, unknown, null]) =>
    print({ photos, values: { ...values, photographs_description } });
  const caption = ['Mar 14, 2026, 11:20 AM', '19.07283, 72.88261', 'under 10 m away'];
  const alt = `Photo 1 of the visit, ${caption.join(', ')}`;
  const each = described('Gate; Meter\nDoor');
  expect(each.photos).toEqual([
    { shown: true, shows: 'Gate', caption, alt },
    {
      ...{ shown: true, shows: 'Meter', caption: ['time not recorded', 'place not recorded'] },
      alt: 'Photo 2 of the visit, time not recorded, place not recorded',
    },
    { shown: false, shows: 'Door', caption: ['not available'], alt: 'Photo 3' },
  ]);
  expect(each.location).toMatch(/^The visit was submitted at 19\.07283, 72\.88261\. Distances/);
  const together = described('Gate; Door');
  expect(together.location).toMatch(/^Gate; Door · The visit was submitted at/);
  expect(together.photos.map(({ shows }) => shows)).toEqual(['Name plate', '', '']);
  expect(described('Gate', [photo]).location).toMatch(/^Gate · /);
  expect(printVisit({ latitude: null }).location).toContain('was not recorded');
});

test('the foot of a page has the lender’s lines, the times and the version', () => {
  const times = { receivedAt: '2026-03-13T04:40:00Z', dueAt: '2026-03-14T12:30:00Z' };
  const layout = { name: 'A lender', photos: 'all' as const, forms: {}, footer: ['CIN 1'] };
  const generated = 'Generated Mar 15, 2026, 10:00 AM (Asia/Kolkata) · version 3';
  expect(print().footer).toEqual([generated]);
  const line = 'Received Mar 13, 2026, 10:10 AM · due Mar 14, 2026, 6:00 PM · ';
  const late = { ...times, decidedAt: '2026-03-14T12:31:00Z', isInTime: false };
  expect(print({ layout, times: late }).footer).toEqual([
    ...['CIN 1', `${line}decided Mar 14, 2026, 6:01 PM (late)`, generated],
  ]);
  const open = { ...times, decidedAt: null, isInTime: null };
  expect(print({ times: open }).footer[0]).toBe(`${line}not decided yet`);
});

test('a layout replaces the standard words', () => {
  expect(print()).toMatchObject({
    wording: {
      ...{ decision: 'Admin decision', photos: 'Photo sheet' },
      notice: 'Confidential · for the lender’s use only',
    },
    signatures: [
      { name: 'Anjali Deshpande', role: 'Field executive' },
      { name: '', role: 'Agency manager' },
    ],
    ...{ decision: { word: 'Positive' }, lenderLogo: false, sixAPage: false },
  });
  const wording = {
    ...{ decision: 'Status', photos: 'Pictures', notice: 'Private', positive: 'Cleared' },
    ...{ executive: 'Visited by', manager: 'Checked by' },
  };
  const forms = { residence: { title: 'FI Report' } };
  const layout = { name: 'A lender', photos: 'six_a_page' as const, forms, wording };
  expect(print({ layout })).toMatchObject({
    ...{ title: 'FI Report', sixAPage: true, decision: { kind: 'positive', word: 'Cleared' } },
    wording: { decision: 'Status', photos: 'Pictures', notice: 'Private' },
    signatures: [{ role: 'Visited by' }, { role: 'Checked by' }],
  });
});
