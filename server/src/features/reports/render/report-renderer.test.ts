import { defaultValues, printedSections } from '@doorstep/contract/reports/definition';
import { officeForm } from '@doorstep/contract/reports/office';
import { residenceForm } from '@doorstep/contract/reports/residence';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { ReportDocument, ReportPhoto } from '../../../platform/reports.ts';
import { readPdf } from '../../../testing/reports/pdf-text.ts';
import { reportDocument, reportPhoto } from '../../../testing/reports/report-document.ts';
import { isPlain, makeCopyable } from '../pdf/copyable-text.ts';
import { loadFonts } from '../pdf/fonts.ts';
import { startReportRenderer } from './report-renderer.ts';

const renderer = startReportRenderer({ processes: 1, deadline: 30_000 });
afterAll(() => renderer.close());
const render = async (document: ReportDocument) => (await renderer.render(document)).pdf;
const draw = (values: Record<string, unknown>, document = reportDocument()) =>
  render({ ...document, values: { ...document.values, ...values } });
/** Returns the text of a report with these photos. */
async function textWith(photos: ReportDocument['photos'], values: Record<string, unknown> = {}) {
  const { text } = await readPdf(await draw(values, reportDocument({ photos })));
  return text;
}
/** Whether the metadata, which the engine doesn't compress, marks the PDF as PDF/UA. */
const isAccessible = (pdf: Uint8Array) => Buffer.from(pdf).includes('pdfuaid');

test.each([residenceForm('Doorstep'), officeForm('Sahyadri')])(
  'every label and section of the $template form is in the text, empty values as a dash',
  async (form) => {
    // One field of each section has a value, so that all labels of the section are printed.
    const values = {
      ...defaultValues(form),
      ...Object.fromEntries(form.sections.map(({ fields }) => [fields[0]?.name, 'entered'])),
    };
    const { text } = await readPdf(await render(reportDocument({ form, values })));
    const lines = printedSections(form, values).flatMap(({ title, rows }) => [
      title,
      ...rows.map(({ label, value }) => `${label} ${value}`),
    ]);
    expect(lines.filter((line) => !text.includes(line))).toEqual([]);
  },
);

// Covers: report-form-11
test('a section without values is one line, and the PDF stays accessible', async () => {
  const pdf = await draw({ rtcu: 'Checked' });
  const { text } = await readPdf(pdf);
  expect(text).toContain('Credit Information Nothing was entered Residence Details');
  expect(text).not.toContain('Card No');
  expect(text).toContain('Verification Remarks Verifier Remarks -');
  expect(isAccessible(pdf)).toBe(true);
});

// Covers: report-form-11
test('dates have one format, and photos have captions if the description has a part for each', async () => {
  const photos = [await reportPhoto(), await reportPhoto()];
  const drawn = (photographs_description: string) =>
    textWith(photos, { dateTimeOfVisit: '05-03-2026', photographs_description });
  const each = await drawn('Front of the house; Name plate');
  expect(each).toContain('Date & Time of Visit Mar 5, 2026');
  expect(each).toContain('1 Front of the house Mar 14, 2026, 11:20 AM');
  expect(each).toContain('2 Name plate Mar 14, 2026, 11:20 AM');
  expect(await drawn('House and name plate')).toContain('House and name plate · The visit was');
});

// Covers: report-form-11
test('photos of the agent’s app have their subjects as captions if the description has no part for each', async () => {
  const subjects = ['nameplate', 'other', undefined, 'person'] as const;
  const photos = await Promise.all(
    subjects.map((shows) => reportPhoto(shows === undefined ? {} : { shows })),
  );
  const by = 'Mar 14, 2026, 11:20 AM';
  for (const [photographs_description, captions] of [
    ['House and name plate', [`1 Name plate ${by}`, `2 ${by}`, `3 ${by}`, `4 Person met ${by}`]],
    ['Board; Lane; Hall;', [`1 Board ${by}`, `2 Lane ${by}`, `3 Hall ${by}`, `4 Person met ${by}`]],
  ] as const) {
    const text = await textWith(photos, { photographs_description });
    for (const caption of captions) expect(text).toContain(caption);
  }
});

test('a report has its title and type, in an accessible PDF', async () => {
  const pdf = await render(reportDocument());
  const { text, title } = await readPdf(pdf);
  expect(isAccessible(pdf)).toBe(true);
  expect(title).toBe('Residence Verification Report - Ramesh Kumar');
  for (const words of [
    'Sahyadri Verification Services',
    'Lower Parel, Mumbai 400013',
    'Admin decision Positive',
    '19.07283, 72.88261',
    'Submitted',
    'Mar 14, 2026, 11:42 AM',
    'Field executive',
    'Agency manager',
    'No photographs are part of this report.',
    'Confidential · for the lender’s use only',
    'Generated Mar 15, 2026, 10:00 AM (Asia/Kolkata) · version 3',
    'Page 1 of 2',
  ])
    expect(text).toContain(words);
});

test('the same document gives the same bytes; another moment gives others', async () => {
  const document = reportDocument({ photos: [await reportPhoto()] });
  const [one, two] = [await render(document), await render(document)];
  expect(Buffer.from(one).equals(two)).toBe(true);
  const later = await render({ ...document, generatedAt: '2026-03-16T04:30:00Z' });
  expect(Buffer.from(one).equals(later)).toBe(false);
});

test('each report contains its own photos unchanged, though nothing else differs', async () => {
  const shade = async (background: string) => {
    const create = { width: 1000, height: 750, channels: 3, background } as const;
    return reportPhoto({ jpeg: await sharp({ create }).jpeg().toBuffer() });
  };
  const [teal, brown] = [await shade('teal'), await shade('brown')];
  const drawn = async (...photos: ReportPhoto[]) =>
    Buffer.from(await render(reportDocument({ photos })));
  const shown = (pdf: Buffer) => [teal, brown].map(({ jpeg }) => pdf.includes(jpeg));
  expect(shown(await drawn(teal))).toEqual([true, false]);
  expect(shown(await drawn(brown))).toEqual([false, true]);
  const both = await drawn(teal, brown);
  expect(shown(both)).toEqual([true, true]);
  expect(both.equals(await drawn(brown, teal))).toBe(false);
  expect(both.equals(await drawn(teal, brown))).toBe(true);
});

test('photos have time and place as captions; a missing one keeps its tile and number', async () => {
  const photos = [
    await reportPhoto(),
    null,
    await reportPhoto({ takenAt: null, latitude: null, longitude: null }),
  ];
  const text = await textWith(photos);
  expect(text).toContain('1 Mar 14, 2026, 11:20 AM · 19.07283, 72.88261 · under 10 m away');
  expect(text).toContain('This photo can’t be shown 2 not available');
  expect(text).toContain('3 time not recorded · place not recorded');
});

test('twelve photos fill two pages and each has its alternative text', async () => {
  const photos = await Promise.all(Array.from({ length: 12 }, () => reportPhoto()));
  const pdf = await render(reportDocument({ photos }));
  expect((await readPdf(pdf)).pages).toBe(4);
  const plain = Buffer.from(pdf).toString('latin1');
  expect(plain.match(/\/S \/Figure/g)).toHaveLength(12 + 1);
  expect(isAccessible(pdf)).toBe(true);
});

// Covers: asvs-1
test('code in a field stays text', async () => {
  const code =
    '#panic("x") *b* _i_ $x^2$ @ref <label> `raw` // no /* no */ #image("/report.typ") \\';
  const { text } = await readPdf(await draw({ coApp: code, remarks: code }));
  expect(text.split(code)).toHaveLength(3);
});

test('with control characters, lone surrogates and emoji, the rest stays readable and the PDF accessible', async () => {
  const pdf = await draw({ coApp: 'a\u0000b\u001b\u202ec\ud83dd 👨‍👩‍👧 e 漢 f\ufeff' });
  const { text } = await readPdf(pdf);
  expect(text).toContain('Co-Applicant abc\ufffdd \ufffd e \ufffd f');
  expect(isAccessible(pdf)).toBe(true);
});

test.each([
  'रमेश कुमार क्षत्रिय',
  'தமிழ்ச்செல்வி கோபாலகிருஷ்ணன்',
  'বিশ্বজিৎ শ্রী মুখোপাধ্যায়',
  'శ్రీనివాసరావు',
  'ਗੁਰਪ੍ਰੀਤ',
  'ગુજરાતી ક્ષિતિજ',
  'ಕೃಷ್ಣಮೂರ್ತಿ',
  'മലയാളം സ്ക്രീൻ മേനോൻ കൊച്ചി',
  'ଶ୍ରୀକାନ୍ତ',
])('%s can be searched and copied', async (name) => {
  const pdf = await draw({ applicantName: name });
  const { text, title } = await readPdf(pdf);
  expect(text).toContain(`Applicant Name ${name}`);
  expect(title).toContain(name);
  expect(isAccessible(pdf)).toBe(true);
});

test('letters that stay as the engine wrote them need no changes', async () => {
  const { covers } = loadFonts();
  const plain = Array.from({ length: 0x3000 }, (_, code) => code)
    .filter((code) => code > 0x20 && covers(code) && isPlain(String.fromCodePoint(code)))
    .map((code) => String.fromCodePoint(code));
  expect(plain.length).toBeGreaterThan(300);
  const [forth, back] = [plain.join(''), plain.toReversed().join('')];
  const pdf = await draw({ remarks: `${plain.join(' ')} ${forth} ${back}` });
  expect(isPlain('Kṣatriya क्षत्रिय')).toBe(false);
  expect(makeCopyable(Buffer.from(pdf)).equals(pdf)).toBe(true);
});

test('each letter of an Arabic-script name is in the text once, its dots not as separate letters', async () => {
  const { text } = await readPdf(await draw({ applicantName: '', coApp: 'رخسانہ بیگم' }));
  const found = /Co-Applicant (.*?) Date & Time/.exec(text)?.[1];
  const letters = (name = '') => Array.from(name.replace(/\s/g, '')).sort().join('');
  expect(letters(found)).toBe(letters('رخسانہ بیگم'));
});

test('very long values break over lines and pages and are complete', async () => {
  const verifierRemarks = 'The applicant was met at the given address. '.repeat(110).trim();
  const { text, pages } = await readPdf(await draw({ verifierRemarks, remarks: 'Q'.repeat(4000) }));
  expect(pages).toBeGreaterThan(2);
  expect(text).toContain('address. The applicant was met');
  expect(text.match(/Q{5,}/g)?.join('')).toHaveLength(4000);
});

test('a report past its deadline is given up', async () => {
  const hurried = startReportRenderer({ processes: 1, deadline: 1 });
  const failing = hurried.render(reportDocument());
  await expect(failing).rejects.toThrow('Report rendering failed: no answer within 1 ms');
  await hurried.close();
});
