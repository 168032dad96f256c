import { expect, test } from '@playwright/test';
import { notice } from '../support/page/notice.ts';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { cutOff, uploadCutOff } from './cut-off.ts';

const at = cutOff();

// Covers: fault-33
test('stores everything once when the answer to an upload is cut, and it is repeated', () =>
  uploadCutOff(at(), 'answer'));

// Covers: fault-34
test('repeats a decision whose answer is cut, and stores it once', async () => {
  const { proxy, page, token } = at();
  await page.goto('/verification?decision=pending');
  await page
    .getByRole('button', { name: /^Edit decision/ })
    .nth(4)
    .click();
  await page.waitForURL('**decide=*');
  const id = new URL(page.url()).searchParams.get('decide');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Negative', { exact: true }).click();
  proxy.cutNext(`POST /api/v1/verification_tasks/${id}/admin-decision/`, 'answer');
  const update = dialog.getByRole('button', { name: 'Update', exact: true });
  await notice(page, 'Decision updated to negative.', () => update.click());
  const history = await page.request.get(`/api/v1/verification_tasks/${id}/history/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { results } = (await history.json()) as { results: { action: string }[] };
  expect(results.filter(({ action }) => action === 'decide')).toHaveLength(1);
});

// Covers: fault-42
test('loads the page of a newer version when the old version’s code is gone', async () => {
  const { page } = at();
  await page.goto('/home');
  let isGone = true;
  await page.route(/\/assets\/ApplicantsPage.*\.js/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await pressAndSee(
    page.getByRole('link', { name: 'Applicants', exact: true }),
    page.getByRole('heading', { name: 'Applicants' }),
  );
});
