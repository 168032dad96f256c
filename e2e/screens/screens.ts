import { answer, click, dialogBy, type Screen, screen, see, seeRole } from './screen.ts';
import { accountScreens } from './states/account-screens.ts';
import { applicantScreens } from './states/applicant-screens.ts';
import { assignScreens } from './states/assign-screens.ts';
import { callbackScreens, practiceScreens, qualityScreens } from './states/callback-screens.ts';
import { clockScreens } from './states/clock-screens.ts';
import { contactScreens } from './states/contact-screens.ts';
import { dryRunScreens } from './states/dry-run-screens.ts';
import { evidenceScreens } from './states/evidence-screens.ts';
import { filterScreens } from './states/filter-screens.ts';
import { findingScreens } from './states/finding-screens.ts';
import { lenderScreens } from './states/lender-screens.ts';
import { publicScreens } from './states/public-screens.ts';
import { reviewScreens } from './states/review-screens.ts';
import { secondLookScreens } from './states/second-look-screens.ts';
import { uploadScreens } from './states/upload-screens.ts';
import { userScreens } from './states/user-screens.ts';
import { verificationScreens } from './states/verification-screens.ts';

const digest = { late: 1204, due_soon: 8, held: 1, given_back: 2 };

export const screens: Screen[] = [
  ...publicScreens,
  screen('home', '/home'),
  screen('digest', '/home', [
    answer('digest/', { digest }),
    seeRole('region', { name: 'Digest of the day' }),
  ]),
  screen('board', '/board'),
  screen('agent-page', '/board', [
    (page) => page.getByRole('table', { name: 'Agents' }).getByRole('link').first().click(),
    (page) => page.getByText('Show as a table').first().click(),
  ]),
  screen('profile-menu', '/home', [click(/^Profile of/)]),
  ...applicantScreens,
  ...assignScreens,
  ...uploadScreens,
  ...dryRunScreens,
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
  screen('audit', '/audit'),
  screen('audit-no-match', '/audit?event=user.delete&end=2020-01-01'),
  screen('audit-row', '/audit?event=session.sign_in', [dialogBy(/^View row/)]),
  screen('audit-checked', '/audit', [click('Check hash chain'), see('The hash chain is unbroken')]),
  ...accountScreens,
  screen('portfolio', '/portfolio-summary'),
  screen('portfolio-empty', '/portfolio-summary?start=2020-01-01&end=2020-01-02'),
];
