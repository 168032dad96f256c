import type { Page } from '@playwright/test';
import { click, clickInDialog, dialog, type Screen, screen, see, seeRole } from '../screen.ts';

/** Answers as if the applicants were assigned to the requested agent. */
const manyAssigned = ({ ids, plan: [agent] }: { ids: number[]; plan: { agent_id: number }[] }) => ({
  shares: [{ agent_id: agent?.agent_id, agent_name: 'Sunita Patil', open: 12, ids }],
  skipped: [
    { id: 10_204, because: 'already_assigned' },
    { id: 10_211, because: 'already_assigned' },
    { id: 10_230, because: 'deleted' },
  ],
});

async function selectPage(page: Page) {
  // On a narrow screen, the table's header with this checkbox is hidden, so rows are selected one by one.
  const box = page.getByRole('checkbox', { name: 'Select this page' });
  await page.getByRole('checkbox').nth(1).waitFor();
  if (await box.isVisible()) await box.check();
  else for (const index of [1, 2, 3]) await page.getByRole('checkbox').nth(index).check();
}

const assignSelected = [selectPage, click('Assign selected')];
const chooseAgent = (at: number) => (page: Page) => dialog(page).getByRole('radio').nth(at).check();

export const assignScreens: Screen[] = [
  screen('applicants-selected', '/applicants?assigned=false', [selectPage]),
  screen('assign-many', '/applicants?assigned=false', [
    ...assignSelected,
    clickInDialog('One agent'),
    chooseAgent(2),
    (page) => dialog(page).getByRole('table').waitFor(),
  ]),
  screen('assign-many-proposed', '/applicants?assigned=false', [...assignSelected, see(/^covers/)]),
  screen('assign-many-share', '/applicants', [
    selectPage,
    click(/^Select all/),
    click('Assign selected'),
    async (page) => {
      for (const at of [0, 2, 3]) await dialog(page).getByRole('checkbox').nth(at).check();
      await dialog(page).getByRole('row').nth(3).waitFor();
    },
  ]),
  screen('move-many', '/applicants?status=assigned', [
    ...assignSelected,
    chooseAgent(2),
    see(/^Current agents/),
  ]),
  screen('assigned-many', '/applicants?assigned=false', [
    // Stores no assignment, so that every screenshot starts with the same demo data.
    (page) =>
      page.route('**/api/v1/applicants/assign/', (route) => {
        const body = route.request().method() === 'POST' ? route.request().postDataJSON() : {};
        const isFinal = body.ids && !body.dry_run;
        return isFinal ? route.fulfill({ json: manyAssigned(body) }) : route.continue();
      }),
    ...assignSelected,
    clickInDialog('One agent'),
    chooseAgent(0),
    (page) => dialog(page).getByRole('table').waitFor(),
    clickInDialog(/^Assign/),
    seeRole('button', { name: 'Undo' }),
  ]),
];
