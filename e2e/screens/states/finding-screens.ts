import type { Finding, OtherCase } from '@doorstep/contract/evidence/findings';
import type { Verification } from '@doorstep/contract/verifications';
import type { Page } from '@playwright/test';
import { dialog, type Screen } from '../screen.ts';

const at = '2026-03-05T09:10:00.000Z';
const other: OtherCase = {
  ...{ verification_id: 3, application_id: 'HL2601054802', applicant: 'Hemant Kale' },
  ...{ address: '12, Mill Compound, Aluva, Kochi 683101', portfolio_name: 'Deccan Credit Cards' },
  ...{ agent: 'Yogesh Mane', at: '2026-02-03T11:18:00.000Z' },
};
const finding = (fields: Partial<Finding>): Finding => ({
  ...{ check: 'visit.short', version: 1, level: 'look', sentence: '', measured: {} },
  ...{ photos: [], cases: [], places: [], times: [], found_at: at, dismissed: null },
  ...fields,
});

/** One finding for each kind of display. */
const findingsOf = ({ photos }: Verification): Finding[] => {
  const [one, two] = photos;
  return [
    finding({
      ...{ check: 'photo.same_file', level: 'serious', cases: [other] },
      sentence:
        '1 photo of this visit was also sent for an application of another lender (another address) by Yogesh Mane on 3 February 2026.',
      photos: one && two ? [{ photo_id: one.id, other: { photo: two, of: other } }] : [],
    }),
    finding({
      ...{ check: 'place.district', level: 'serious' },
      sentence:
        'The phone was in Thane, but the address is in Nagpur (440010). None of the 25 pin codes within 12 km of the phone belongs to that district.',
      places: [{ label: 'The visit', latitude: 19.2, longitude: 72.97, accuracy_m: 12 }],
    }),
    finding({
      check: 'travel.speed',
      sentence:
        'This visit and the previous visit (application HL2601054802) are 14 km apart, with only 4 minutes in between (at least 207 km/h).',
      cases: [{ ...other, portfolio_name: 'Saraswat Home Loans' }],
      places: [
        { label: 'This visit', latitude: 19.2, longitude: 72.97, accuracy_m: 12 },
        { label: 'The previous visit', latitude: 19.1, longitude: 72.89, accuracy_m: 20 },
      ],
      times: [
        { label: 'This visit', at: '2026-03-05T09:10:20.000Z' },
        { label: 'The previous visit', at: '2026-03-05T09:06:05.000Z' },
      ],
    }),
    finding({
      check: 'time.before_task',
      sentence: '2 of 6 photos are older than the task. The oldest is 2 days older.',
      photos: photos.slice(0, 2).map(({ id }) => ({ photo_id: id, other: null })),
    }),
    finding({ sentence: 'The agent was at the door for 100 seconds and answered 26 questions.' }),
    finding({
      ...{ check: 'gps.frozen', level: 'note' },
      sentence:
        'The phone reported exactly the same place 9 times in 20 seconds (accurate to 8 m). Apps that fake a location cause this.',
    }),
  ];
};
const dismissed = {
  ...{ by: 'Asha Rao', at, because: 'other' as const },
  note: 'The agent photographed the notice board of the society twice.',
};

/** A null `evidence` means that the case is unchecked. */
const find = (
  page: Page,
  evidence: (of: Verification) => Partial<Pick<Verification, 'evidence' | 'evidence_due'>>,
) =>
  page.route(/\/verification_tasks\/\d+$/, async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as Verification;
    await route.fulfill({ response, json: { ...record, ...evidence(record) } });
  });
const checked = (findings: Finding[]) => ({
  evidence: { checked_at: at, findings },
  evidence_due: false,
});
/** The evidence of a visit whose client sends little, so that only the photos were checked. */
const partly = () => ({
  evidence: { checked_at: at, checked_parts: ['photos' as const], findings: [] },
  evidence_due: false,
});
const six = (page: Page) => find(page, (of) => checked(findingsOf(of)));

const desk =
  (prepare: (page: Page) => Promise<unknown>, ...keys: string[]) =>
  async (page: Page) => {
    await prepare(page);
    await page.goto('/review');
    await page.locator('.review-desk .findings').waitFor();
    await page.locator('.frame img').waitFor();
    await page.waitForLoadState('networkidle');
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForLoadState('networkidle');
  };
const record =
  (prepare: (page: Page) => Promise<unknown>, open?: (page: Page) => Promise<unknown>) =>
  async (page: Page) => {
    await prepare(page);
    await page.goto('/verification?decision=pending');
    await page.getByRole('button', { name: /^View/ }).first().click();
    await dialog(page).locator('.findings').waitFor();
    await page.waitForLoadState('networkidle');
    await open?.(page);
  };
const press = (name: string) => (page: Page) =>
  dialog(page).getByRole('button', { name, exact: true }).first().click();

export const findingScreens: Screen[] = [
  { name: 'review-findings', path: '/home', open: desk(six) },
  { name: 'review-finding-photos', path: '/home', open: desk(six, 'f') },
  { name: 'review-finding-places', path: '/home', open: desk(six, 'f', 'f', 'f') },
  { name: 'review-dismiss', path: '/home', open: desk(six, 'd', '8', 'Enter') },
  {
    name: 'review-pin-code',
    path: '/home',
    open: async (page) => {
      await desk(six, 'f', 'f')(page);
      await page.getByRole('button', { name: 'Correct pin code' }).click();
      await page.keyboard.press('Enter');
    },
  },
  { name: 'review-clear', path: '/home', open: desk((page) => find(page, () => checked([]))) },
  { name: 'review-partly-clear', path: '/home', open: desk((page) => find(page, partly)) },
  { name: 'verification-findings', path: '/home', open: record(six) },
  {
    name: 'verification-findings-places',
    path: '/home',
    open: record(six, async (page) => {
      await page.getByRole('button', { name: /are 14 km apart/ }).click();
      await page.getByText('When is this finding wrong?').click();
    }),
  },
  {
    name: 'verification-dismissed',
    path: '/home',
    open: record(
      (page) =>
        find(page, (of) =>
          checked(
            findingsOf(of)
              .map((one) => ({ ...one, dismissed }))
              .slice(0, 2),
          ),
        ),
      (page) => page.getByText('2 dismissed').click(),
    ),
  },
  {
    name: 'verification-checking',
    path: '/home',
    open: record((page) => find(page, () => ({ evidence: null, evidence_due: true }))),
  },
  {
    name: 'verification-not-checked',
    path: '/home',
    open: record((page) => find(page, () => ({ evidence: null, evidence_due: false }))),
  },
  { name: 'verification-dismiss', path: '/home', open: record(six, press('Dismiss')) },
  {
    name: 'verification-pin-code',
    path: '/home',
    open: record(six, async (page) => {
      await page.getByRole('button', { name: /^The phone was in/ }).click();
      await press('Correct pin code')(page);
      await page.getByLabel('Right pin code').waitFor();
      await page.keyboard.press('Enter');
    }),
  },
];
