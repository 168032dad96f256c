import { answer, click, dialogBy, type Screen, see, seeRole } from './screen.ts';
import { accountScreens } from './states/account-screens.ts';
import { applicantScreens } from './states/applicant-screens.ts';
import { assignScreens } from './states/assign-screens.ts';
import { callbackScreens, practiceScreens, qualityScreens } from './states/callback-screens.ts';
import { clockScreens } from './states/clock-screens.ts';
import { contactScreens } from './states/contact-screens.ts';
import { evidenceScreens } from './states/evidence-screens.ts';
import { filterScreens } from './states/filter-screens.ts';
import { findingScreens } from './states/finding-screens.ts';
import { lenderScreens } from './states/lender-screens.ts';
import { publicScreens } from './states/public-screens.ts';
import { reviewScreens } from './states/review-screens.ts';
import { secondLookScreens } from './states/second-look-screens.ts';
import { tryScreens } from './states/try-screens.ts';
import { uploadScreens } from './states/upload-screens.ts';
import { userScreens } from './states/user-screens.ts';
import { verificationScreens } from './states/verification-screens.ts';

const digest = { late: 1204, due_soon: 8, held: 1, given_back: 2 };

export const screens: Screen[] = [
  ...publicScreens,
  { name: 'home', path: '/home' },
  {
    name: 'digest',
    path: '/home',
    before: [answer('digest/', { digest })],
    open: [seeRole('region', { name: 'Digest of the day' })],
  },
  { name: 'board', path: '/board' },
  {
    name: 'agent-page',
    path: '/board',
    open: [
      (page) => page.getByRole('table', { name: 'Agents' }).getByRole('link').first().click(),
      (page) => page.getByText('Show as a table').click(),
    ],
  },
  { name: 'profile-menu', path: '/home', open: [click(/^Profile of/)] },
  ...applicantScreens,
  ...assignScreens,
  ...uploadScreens,
  ...tryScreens,
  ...verificationScreens,
  ...filterScreens,
  ...clockScreens,
  ...reviewScreens,
  ...contactScreens,
  ...callbackScreens,
  ...practiceScreens,
  ...qualityScreens,
  ...secondLookScreens,
  ...findingScreens,
  ...userScreens,
  ...lenderScreens,
  ...evidenceScreens,
  { name: 'audit', path: '/audit' },
  { name: 'audit-no-match', path: '/audit?event=user.delete&end=2020-01-01' },
  { name: 'audit-row', path: '/audit?event=session.sign_in', open: [dialogBy(/^View row/)] },
  {
    name: 'audit-checked',
    path: '/audit',
    open: [click('Check hash chain'), see('The hash chain is unbroken')],
  },
  ...accountScreens,
  { name: 'portfolio', path: '/portfolio-summary' },
  { name: 'portfolio-empty', path: '/portfolio-summary?start=2020-01-01&end=2020-01-02' },
];
