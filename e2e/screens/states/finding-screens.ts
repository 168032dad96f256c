import type { Finding, OtherCase } from '@doorstep/contract/evidence/findings';
import type { Verification } from '@doorstep/contract/verifications';
import { findingOf } from '../../../web/src/testing/evidence.ts';
import {
  changeVerification,
  click,
  clickInDialog,
  dialog,
  press,
  type Screen,
  type Step,
  screen,
  settle,
} from '../screen.ts';

const at = '2026-03-05T09:10:00.000Z';
const other: OtherCase = {
  ...{ verification_id: 3, application_id: 'HL2601054802', applicant: 'Hemant Kale' },
  ...{ address: '12, Mill Compound, Aluva, Kochi 683101', portfolio_name: 'Deccan Credit Cards' },
  is_own_lenders: false,
  ...{ agent: 'Yogesh Mane', at: '2026-02-03T11:18:00.000Z' },
};

/** Returns one finding for each way in which findings are displayed. */
const findingsOf = ({ photos }: Verification): Finding[] => {
  const [one, two] = photos;
  return [
    findingOf({
      ...{ check: 'photo.same_file', level: 'serious', cases: [other] },
      sentence:
        '1 photo of this visit was also sent for an application of another portfolio (another address) by Yogesh Mane on 3 February 2026.',
      photos: one && two ? [{ photo_id: one.id, other: { photo: two, of: other } }] : [],
    }),
    findingOf({
      ...{ check: 'place.district', level: 'serious' },
      sentence:
        'The phone was in Thane, but the address is in Nagpur (440010). None of the 25 pin codes within 12 km of the phone belongs to that district.',
      places: [{ label: 'The visit', latitude: 19.2, longitude: 72.97, accuracy_m: 12 }],
    }),
    findingOf({
      check: 'travel.speed',
      sentence:
        'This visit and the previous visit (application HL2601054802) are 14 km apart, with only 4 minutes in between (at least 207 km/h).',
      cases: [{ ...other, portfolio_name: 'Saraswat Home Loans', is_own_lenders: true }],
      places: [
        { label: 'This visit', latitude: 19.2, longitude: 72.97, accuracy_m: 12 },
        { label: 'The previous visit', latitude: 19.1, longitude: 72.89, accuracy_m: 20 },
      ],
      times: [
        { label: 'This visit', at: '2026-03-05T09:10:20.000Z' },
        { label: 'The previous visit', at: '2026-03-05T09:06:05.000Z' },
      ],
    }),
    findingOf({
      check: 'time.before_task',
      sentence: '2 of 6 photos are older than the task. The oldest is 2 days older.',
      photos: photos.slice(0, 2).map(({ id }) => ({ photo_id: id, other: null })),
    }),
    findingOf(),
    findingOf({
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

const checked = (findings: Finding[]) => ({
  evidence: { checked_at: at, findings },
  evidence_due: false,
});
/** The evidence of a visit that was sent with little data, so only its photos were checked. */
const partly = {
  evidence: { checked_at: at, checked_parts: ['photos'], findings: [] },
  evidence_due: false,
};
const six = changeVerification((of) => checked(findingsOf(of)));
const unchecked = (evidence_due: boolean) =>
  changeVerification(() => ({ evidence: null, evidence_due }));

const desk = (name: string, before: Step, ...open: Step[]) =>
  screen(name, '/review', [
    before,
    (page) => page.locator('.review-desk .findings').waitFor(),
    (page) => page.locator('.frame img').waitFor(),
    settle,
    ...open,
    settle,
  ]);
const record = (name: string, before: Step, ...open: Step[]) =>
  screen(name, '/verification?decision=pending', [
    before,
    click(/^View/),
    (page) => dialog(page).locator('.findings').waitFor(),
    settle,
    ...open,
  ]);

export const findingScreens: Screen[] = [
  desk('review-findings', six),
  desk('review-finding-photos', six, press('f')),
  desk('review-finding-places', six, press('f', 'f', 'f')),
  desk('review-dismiss', six, press('d', '8', 'Enter')),
  desk('review-pin-code', six, press('f', 'f'), click('Correct pin code'), press('Enter')),
  desk(
    'review-clear',
    changeVerification(() => checked([])),
  ),
  desk(
    'review-partly-clear',
    changeVerification(() => partly),
  ),
  record('verification-findings', six),
  record('verification-findings-places', six, click(/are 14 km apart/), (page) =>
    page.getByText('When is this finding wrong?').click(),
  ),
  record(
    'verification-dismissed',
    changeVerification((of) =>
      checked(
        findingsOf(of)
          .slice(0, 2)
          .map((one) => ({ ...one, dismissed })),
      ),
    ),
    (page) => page.getByText('2 dismissed').click(),
  ),
  record('verification-checking', unchecked(true)),
  record('verification-not-checked', unchecked(false)),
  record('verification-dismiss', six, clickInDialog('Dismiss')),
  record(
    'verification-pin-code',
    six,
    click(/^The phone was in/),
    clickInDialog('Correct pin code'),
    (page) => page.getByLabel('Right pin code').waitFor(),
    press('Enter'),
  ),
];
