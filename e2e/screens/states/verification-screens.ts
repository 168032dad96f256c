import type { Page } from '@playwright/test';
import { click, dialog, dialogBy, events, type Screen } from '../screen.ts';

/** Returns the newest positive verification of a type, because the demo has issued a report of it. */
const findReported = (page: Page, visitType: string) =>
  page.evaluate(async (wanted) => {
    const { tokens } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const answer = await fetch(
      '/api/v1/verification_tasks/?admin_decision=positive&page_size=100',
      {
        headers: { Authorization: `Bearer ${tokens.access_token}` },
      },
    );
    const { results } = (await answer.json()) as {
      results: { verification_id: number; visit_type: string }[];
    };
    return results.find(({ visit_type }) => visit_type === wanted)?.verification_id;
  }, visitType);
const sentBack = (isAnswered: boolean) => async (page: Page) => {
  const id = await page.evaluate(async (wanted) => {
    const { tokens } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const answer = await fetch('/api/v1/verification_tasks/?fields=list&page_size=100', {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    });
    const { results } = (await answer.json()) as {
      results: { verification_id: number; sent_back: { answered_by: number | null } | null }[];
    };
    return results.find(({ sent_back }) => sent_back && (sent_back.answered_by !== null) === wanted)
      ?.verification_id;
  }, isAnswered);
  await page.goto(`/verification?view=${id}`);
  await page.getByText(/^Sent back by/).waitFor();
  await page.waitForLoadState('networkidle');
};
const form = (visitType: string) => async (page: Page) => {
  await page.goto(`/verification?form=${await findReported(page, visitType)}`);
  await page.getByRole('heading', { name: /Verification Form$/ }).waitFor();
  await page.waitForLoadState('networkidle');
};
const reports = (visitType: string) => async (page: Page) => {
  await page.goto(`/verification?view=${await findReported(page, visitType)}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading', { name: /^Report versions/ }).scrollIntoViewIfNeeded();
};

export const verificationScreens: Screen[] = [
  { name: 'verification', path: '/verification' },
  { name: 'verification-filtered', path: '/verification?decision=negative' },
  {
    name: 'archives',
    path: '/verification?decision=positive',
    open: async (page) => {
      await click('Download reports')(page);
      const month = { name: 'month, Submitted from' };
      await dialog(page).getByRole('spinbutton', month).pressSequentially('01012026');
      await click('Make ZIP file')(page);
      await dialog(page).getByRole('link', { name: 'Download ZIP' }).first().waitFor();
    },
  },
  { name: 'verification-no-match', path: '/verification?search=no%20such%20thing' },
  {
    name: 'verification-detail',
    path: '/verification?decision=positive',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      await page.getByText(/^Images \(/).waitFor();
    },
  },
  { name: 'verification-reports', path: '/verification', open: reports('RESIDENCE') },
  { name: 'verification-reports-office', path: '/verification', open: reports('OFFICE') },
  {
    name: 'verification-changed',
    path: '/verification?decision=positive',
    open: async (page) => {
      const changes = {
        changes: [{ kind: 'verification', id: null }],
        last_event_id: 1,
        is_complete: true,
      };
      await page.route(events, (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `id: 1\ndata: ${JSON.stringify(changes)}\n\n`,
        }),
      );
      await page.reload();
      await dialogBy(/^View/)(page);
      await page.getByText('A colleague has changed this record.').waitFor();
    },
  },
  {
    name: 'verification-photos',
    path: '/verification?decision=positive',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      const images = page.getByRole('heading', { name: /^Images \(/ });
      await images.evaluate((heading) => heading.scrollIntoView());
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'photo',
    path: '/verification?decision=positive',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      await click(/^Enlarge photo 2/)(page);
      await page.locator('.yarl__slide_current img, .yarl__slide_image').first().waitFor();
      await page.waitForTimeout(800);
    },
  },
  { name: 'verification-sent-back', path: '/verification', open: sentBack(false) },
  { name: 'verification-answered', path: '/verification', open: sentBack(true) },
  {
    name: 'send-back',
    path: '/verification?decision=pending',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      await dialog(page).getByRole('button', { name: 'Send Back' }).click();
      await page.getByRole('heading', { name: 'Send Back' }).waitFor();
      await page.keyboard.press('2');
      await page.keyboard.press('9');
      await dialog(page).getByRole('button', { name: 'Send Back' }).click();
      await page.getByText('Write in the note what is wrong.').waitFor();
    },
  },
  {
    name: 'held-visits',
    path: '/verification',
    open: async (page) => {
      await dialogBy('Settle')(page);
      await dialog(page)
        .getByRole('button', { name: /^Use visit/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'held-visits-end',
    path: '/verification',
    open: async (page) => {
      await dialogBy('Settle')(page);
      await page.getByRole('button', { name: /^Set aside/ }).click();
      await page.getByText('Write why the visit is set aside.').waitFor();
    },
  },
  { name: 'decision', path: '/verification?decision=pending', open: dialogBy(/^Edit decision/) },
  { name: 'report-form', path: '/verification', open: form('RESIDENCE') },
  { name: 'report-form-office', path: '/verification', open: form('OFFICE') },
  {
    name: 'report-form-images',
    path: '/verification',
    open: async (page) => {
      await form('OFFICE')(page);
      // Scrolls to the heading, because a narrow screen has no index of sections.
      const images = dialog(page).getByRole('heading', { name: 'Images', exact: true });
      await images.evaluate((heading) => heading.scrollIntoView());
    },
  },
];
