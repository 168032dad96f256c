import type { VerificationSummary } from '@doorstep/contract/verifications';
import type { Page } from '@playwright/test';
import {
  click,
  clickInDialog,
  dialog,
  dialogBy,
  events,
  press,
  type Screen,
  type Step,
  screen,
  scrollTo,
  see,
  seeRole,
  settle,
} from '../screen.ts';

/** Opens the record or the report form of the newest verification that `isWanted` accepts. */
async function openFirst(
  page: Page,
  panel: 'view' | 'form',
  query: string,
  isWanted: (one: VerificationSummary) => boolean,
) {
  const results = await page.evaluate(async (query) => {
    const { tokens } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const response = await fetch(`/api/v1/verification_tasks/?page_size=100&${query}`, {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    });
    return ((await response.json()) as { results: VerificationSummary[] }).results;
  }, query);
  await page.goto(`/verification?${panel}=${results.find(isWanted)?.verification_id}`);
}

const sentBack = (name: string, isAnswered: boolean) =>
  screen(name, '/verification', [
    (page) =>
      openFirst(page, 'view', 'fields=list', ({ sent_back }) =>
        Boolean(sent_back && (sent_back.answered_by !== null) === isAnswered),
      ),
    see(/^Sent back by/),
    settle,
  ]);

/** Takes a positive verification, because the demo issues reports only of positive verifications. */
const openReported = (panel: 'view' | 'form', type: string) => (page: Page) =>
  openFirst(page, panel, 'admin_decision=positive', (one) => one.visit_type === type);

const form = (name: string, type: string, ...open: Step[]) =>
  screen(name, '/verification', [
    openReported('form', type),
    seeRole('heading', { name: /Verification Form$/ }),
    settle,
    ...open,
  ]);

const reports = (name: string, type: string) =>
  screen(name, '/verification', [
    openReported('view', type),
    settle,
    (page) => page.getByRole('heading', { name: /^Report versions/ }).scrollIntoViewIfNeeded(),
  ]);

const changes = {
  ...{ changes: [{ kind: 'verification', id: null }], last_event_id: 1, is_complete: true },
};
const changedByColleague = {
  contentType: 'text/event-stream',
  body: `id: 1\ndata: ${JSON.stringify(changes)}\n\n`,
};

export const verificationScreens: Screen[] = [
  screen('verification', '/verification'),
  screen('verification-filtered', '/verification?decision=negative'),
  screen('archives', '/verification?decision=positive', [
    click('Download reports'),
    (page) =>
      dialog(page)
        .getByRole('spinbutton', { name: 'month, Submitted from' })
        .pressSequentially('01012026'),
    click('Make ZIP file'),
    seeRole('link', { name: 'Download ZIP' }),
  ]),
  screen('verification-no-match', '/verification?search=no%20such%20thing'),
  screen('verification-detail', '/verification?decision=positive', [
    dialogBy(/^View/),
    see(/^Images \(/),
  ]),
  reports('verification-reports', 'RESIDENCE'),
  reports('verification-reports-office', 'OFFICE'),
  screen('verification-changed', '/verification?decision=positive', [
    (page) => page.route(events, (route) => route.fulfill(changedByColleague)),
    (page) => page.reload(),
    dialogBy(/^View/),
    see('A colleague has changed this record.'),
  ]),
  screen('verification-photos', '/verification?decision=positive', [
    dialogBy(/^View/),
    scrollTo(/^Images \(/),
    (page) => page.waitForTimeout(800),
  ]),
  screen('photo', '/verification?decision=positive', [
    dialogBy(/^View/),
    click(/^Enlarge photo 2/),
    (page) => page.locator('.yarl__slide_current img, .yarl__slide_image').first().waitFor(),
    (page) => page.waitForTimeout(800),
  ]),
  sentBack('verification-sent-back', false),
  sentBack('verification-answered', true),
  screen('send-back', '/verification?decision=pending', [
    dialogBy(/^View/),
    clickInDialog('Send Back'),
    seeRole('heading', { name: 'Send Back' }),
    press('2', '9'),
    clickInDialog('Send Back'),
    see('Write in the note what is wrong.'),
  ]),
  screen('held-visits', '/verification', [
    dialogBy('Settle'),
    seeRole('button', { name: /^Use visit/ }),
  ]),
  screen('held-visits-end', '/verification', [
    dialogBy('Settle'),
    click(/^Set aside/),
    see('Write why the visit is set aside.'),
  ]),
  screen('decision', '/verification?decision=pending', [dialogBy(/^Edit decision/)]),
  form('report-form', 'RESIDENCE'),
  form('report-form-office', 'OFFICE'),
  // Scrolls to the heading, because a narrow screen has no index of sections.
  form('report-form-images', 'OFFICE', scrollTo('Images')),
];
