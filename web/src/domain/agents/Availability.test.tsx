import {
  type Availability,
  agentsOnLeave,
  changeAvailability,
  getAvailability,
} from '@doorstep/contract/agents';
import { listApplicants } from '@doorstep/contract/applicants';
import { assignMany } from '@doorstep/contract/applicants/assign-many';
import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { getUser, listUsers } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { identityOf, listOf, usersOf } from '../../testing/answers.ts';
import { agentOf, applicantOf, assignedTo } from '../../testing/applicants.ts';
import { submitAndHold } from '../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../testing/render-app.tsx';

const asha = agentOf({ id: 7, name: 'Asha Rao' });
const sunita = agentOf({ id: 9, name: 'Sunita Rao' });
const stored: Availability = {
  ...{ daily_capacity: 12, areas: ['4110', '56'], leave: [] },
  updated_at: '2026-03-05T05:00:00.000Z',
};

async function openRecord(change?: () => void) {
  const sent: unknown[] = [];
  const task = applicantOf({ id: 1, status: 'assigned', assigned_agent: assignedTo(asha) });
  answer(listUsers, usersOf([asha, sunita]));
  answer(getUser, identityOf(asha));
  answer(listApplicants, listOf([task, task]));
  answer(lastAssignedAgents, { agent_ids: [] });
  answer(agentsOnLeave, { results: [{ id: 9, to_day: '2026-03-08' }] });
  answer(getAvailability, stored);
  answer(changeAvailability, ({ body }) => {
    sent.push(body);
    return { ...(body as Availability), updated_at: '2026-03-05T06:00:00.000Z' };
  });
  answer(assignMany, ({ body }) => {
    sent.push(body);
    return { shares: [], skipped: [] };
  });
  change?.();
  const { screen } = await renderApp('/agent?view=7');
  return { screen, sent };
}

// Covers: agents-16
test('shows and changes areas, leave and tasks a day in an agent’s record', async () => {
  const { screen, sent } = await openRecord();
  await expect.element(screen.getByText('4110, 56')).toBeVisible();
  await screen.getByRole('button', { name: 'Change' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Areas and leave' });
  await expect
    .element(dialog.getByRole('textbox', { name: 'Areas' }))
    .toHaveAccessibleDescription(/^The first 2 to 6 digits/);
  await dialog.getByRole('textbox', { name: 'Areas' }).fill('4, 4110');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(dialog.getByText('An area is the first 2 to 6 digits of a pin code'))
    .toBeVisible();
  await expect.poll(() => sent).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Areas' }).fill('4110 400');
  await dialog.getByRole('textbox', { name: 'Tasks a day' }).fill('8');
  await submitAndHold(dialog, 'Save', changeAvailability);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .poll(() => sent)
    .toEqual([
      { daily_capacity: 8, areas: ['4110', '400'], leave: [], updated_at: stored.updated_at },
    ]);
});

// Covers: agents-17
test('offers to move the open tasks for new leave, and marks agents on leave', async () => {
  const { screen, sent } = await openRecord();
  await screen.getByRole('button', { name: 'Change' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Areas and leave' });
  await dialog.getByRole('button', { name: 'Add leave' }).click();
  await dialog.getByLabelText('First day of leave 1').fill('2090-05-01');
  await expect.element(dialog.getByLabelText('Last day of leave 1')).toHaveValue('2090-05-01');
  await dialog.getByLabelText('Last day of leave 1').fill('2090-05-03');
  await expect.element(dialog.getByText('Asha Rao has 2 open tasks')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Give the tasks to another agent' }).click();
  await dialog.getByRole('combobox').selectOptions('Sunita Rao 9820000009, on leave');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .poll(() => sent)
    .toMatchObject([
      { expected_count: 2, plan: [{ agent_id: 9 }] },
      { leave: [{ from_day: '2090-05-01', to_day: '2090-05-03' }] },
    ]);
});

test.each([
  ['areas', (dialog: Locator) => dialog.getByRole('textbox', { name: 'Areas' }).fill('400')],
  ['tasks a day', (dialog: Locator) => dialog.getByRole('textbox', { name: /Tasks/ }).fill('8')],
  ['leave', (dialog: Locator) => dialog.getByRole('button', { name: 'Add leave' }).click()],
])('asks before it discards changed %s', async (_, change) => {
  const { screen } = await openRecord();
  await screen.getByRole('button', { name: 'Change' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Areas and leave' });
  await change(dialog);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('Close and lose what you changed?')).toBeVisible();
});

test('keeps the input after a rejected change', async () => {
  const { screen } = await openRecord();
  await screen.getByRole('button', { name: 'Change' }).click();
  const message = 'Someone else changed Asha Rao in the meantime. Please load the record again.';
  answer(changeAvailability, () => failure(409, { message, detail: message }));
  const dialog = screen.getByRole('dialog', { name: 'Areas and leave' });
  await dialog.getByRole('textbox', { name: 'Areas' }).fill('400');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Areas' })).toHaveValue('400');
});

test('shows no areas if the backend stores none', async () => {
  const { screen } = await openRecord(() => answer(getAvailability, () => bareFailure(404)));
  await expect.element(screen.getByRole('switch', { name: 'Active' })).toBeVisible();
  await expect.element(screen.getByText('Areas and leave')).not.toBeInTheDocument();
});
