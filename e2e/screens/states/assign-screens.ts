import type { Page } from '@playwright/test';
import { dialog, type Screen } from '../screen.ts';

/** Answers as if the applicants were assigned to the requested agent. */
const manyAssigned = ({ ids, plan: [agent] }: { ids: number[]; plan: { agent_id: number }[] }) => ({
  json: {
    shares: [{ agent_id: agent?.agent_id, agent_name: 'Sunita Patil', open: 12, ids }],
    skipped: [
      { id: 10_204, because: 'already_assigned' },
      { id: 10_211, because: 'already_assigned' },
      { id: 10_230, because: 'deleted' },
    ],
  },
});

async function selectPage(page: Page) {
  // On a narrow screen the header is hidden, so rows are selected one by one.
  const box = page.getByRole('checkbox', { name: 'Select this page' });
  await page.getByRole('checkbox').nth(1).waitFor();
  if (await box.isVisible()) await box.check();
  else for (const index of [1, 2, 3]) await page.getByRole('checkbox').nth(index).check();
}

export const assignScreens: Screen[] = [
  { name: 'applicants-selected', path: '/applicants?assigned=false', open: selectPage },
  {
    name: 'assign-many',
    path: '/applicants?assigned=false',
    open: async (page) => {
      await selectPage(page);
      await page.getByRole('button', { name: 'Assign selected' }).click();
      await dialog(page).getByRole('button', { name: 'One agent' }).click();
      await dialog(page).getByRole('radio').nth(2).check();
      await dialog(page).getByRole('table').waitFor();
    },
  },
  {
    name: 'assign-many-proposed',
    path: '/applicants?assigned=false',
    open: async (page) => {
      await selectPage(page);
      await page.getByRole('button', { name: 'Assign selected' }).click();
      await dialog(page)
        .getByText(/^covers/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'assign-many-share',
    path: '/applicants',
    open: async (page) => {
      await selectPage(page);
      await page.getByRole('button', { name: /^Select all/ }).click();
      await page.getByRole('button', { name: 'Assign selected' }).click();
      for (const index of [0, 2, 3]) await dialog(page).getByRole('checkbox').nth(index).check();
      await dialog(page).getByRole('row').nth(3).waitFor();
    },
  },
  {
    name: 'move-many',
    path: '/applicants?status=assigned',
    open: async (page) => {
      await selectPage(page);
      await page.getByRole('button', { name: 'Assign selected' }).click();
      await dialog(page).getByRole('radio').nth(2).check();
      await dialog(page)
        .getByText(/^Current agents/)
        .last()
        .waitFor();
    },
  },
  {
    name: 'assigned-many',
    path: '/applicants?assigned=false',
    open: async (page) => {
      // Stores no assignment, so that every screenshot starts with the same demo data.
      await page.route('**/api/v1/applicants/assign/', (route) => {
        const body = route.request().method() === 'POST' ? route.request().postDataJSON() : {};
        return body.ids && !body.dry_run ? route.fulfill(manyAssigned(body)) : route.continue();
      });
      await selectPage(page);
      await page.getByRole('button', { name: 'Assign selected' }).click();
      await dialog(page).getByRole('button', { name: 'One agent' }).click();
      await dialog(page).getByRole('radio').first().check();
      await dialog(page).getByRole('table').waitFor();
      await dialog(page)
        .getByRole('button', { name: /^Assign/ })
        .click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
];
