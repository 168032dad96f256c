import { answer } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { switchSingleKeys } from '../../../lib/single-keys.ts';
import { usersOf } from '../../../testing/answers.ts';
import { agentOf } from '../../../testing/applicants.ts';
import { photoOf } from '../../../testing/evidence.ts';
import { answerCases, deskOf, moment, openDesk } from '../../../testing/review-desk.ts';

beforeEach(() => page.viewport(1366, 768));

async function openPanel() {
  const desk = deskOf([501, 502]);
  answerCases(() => ({
    photos: ['door', 'street'].map((shows, index) => ({ ...photoOf(shows, index), shows })),
  }));
  answer(listUsers, usersOf([agentOf({ id: 7, name: 'Ravi Kumar' })]));
  const app = await openDesk();
  const panel = app.screen.getByRole('dialog', { name: /^Send back to/ });
  return { ...app, panel, sent: () => desk.sentOf(501)[0] };
}

// Covers: sending-back-7
test('derives the photos wanted from the reasons and the shown photo; keys change them', async () => {
  const { screen, panel, shows, sent } = await openPanel();
  await userEvent.keyboard('2b');
  const photo = (name: string) => panel.getByRole('checkbox', { name, exact: true });
  await expect
    .element(panel.getByText('no photo chosen: the agent takes all photos again'))
    .toBeVisible();
  await userEvent.keyboard('125');
  for (const name of ['Street', 'Name plate', 'Person met'])
    await expect.element(photo(name)).toBeChecked();
  await expect
    .element(panel.getByText('no photo chosen: the agent takes all photos again'))
    .not.toBeInTheDocument();
  // After another photo is shown, "Photo unclear" means this photo.
  await screen.getByRole('button', { name: /^Door/ }).click();
  await expect.element(photo('Door')).toBeChecked();
  await expect.element(photo('Street')).not.toBeChecked();
  // Manual choices stay when the reasons change. A removed reason removes its photo.
  await userEvent.keyboard('pi25');
  await expect.element(photo('Person met')).not.toBeChecked();
  await expect.element(photo('Name plate')).not.toBeChecked();
  await userEvent.keyboard('5');
  await expect.element(photo('Person met')).not.toBeChecked();
  await panel.getByRole('button', { name: 'Send back' }).click();
  await shows(502);
  await expect.poll(sent).toEqual({
    reasons: ['photo_unclear', 'person_not_identified'],
    note: '',
    photos_wanted: ['door', 'interior'],
    updated_at: moment,
  });
});

// Covers: sending-back-7
test('sends the agent chosen with G, or the first one without a choice', async () => {
  const { panel, shows, sent } = await openPanel();
  await userEvent.keyboard('b3');
  await expect.element(panel).toHaveAccessibleName('Send back to Rekha Thomas');
  await userEvent.keyboard('g');
  const agent = panel.getByLabelText('Agent', { exact: true });
  await expect.element(agent).toHaveFocus();
  await expect.element(agent).toHaveDisplayValue('Rekha Thomas again');
  await expect.element(panel.getByText(/^The task goes to the same agent/)).toBeVisible();
  await expect.element(panel.getByRole('option', { name: /^Ravi/ })).toBeInTheDocument();
  await userEvent.keyboard('r');
  await expect.element(panel).toHaveAccessibleName('Send back to Ravi Kumar');
  await userEvent.keyboard('{Enter}');
  await shows(502);
  await expect
    .poll(sent)
    .toMatchObject({ reasons: ['wrong_premises'], photos_wanted: [], agent_id: 7 });
});

// Covers: sending-back-7
test('works by buttons alone, without single keys or another agent', async () => {
  const { screen, panel, shows, sent } = await openPanel();
  switchSingleKeys(false);
  await screen.getByRole('button', { name: 'Send back' }).click();
  await panel.getByRole('button', { name: 'Another agent' }).click();
  await panel.getByRole('checkbox', { name: 'Name plate missing' }).click();
  const document = panel.getByRole('checkbox', { name: 'Document' });
  (await document.findElement()).focus();
  await userEvent.keyboard(' ');
  await expect.element(document).toBeChecked();
  await panel.getByRole('button', { name: 'Send back' }).click();
  await shows(502);
  await expect.poll(sent).toEqual({
    reasons: ['nameplate_missing'],
    note: '',
    photos_wanted: ['nameplate', 'document'],
    updated_at: moment,
  });
});

// Covers: sending-back-7
test('sends on Enter after choices by mouse, without changing them', async () => {
  const { panel, shows, sent } = await openPanel();
  await userEvent.keyboard('b');
  await panel.getByRole('checkbox', { name: 'Name plate missing' }).click();
  await panel.getByRole('checkbox', { name: 'Street', exact: true }).click();
  await userEvent.keyboard('{Enter}');
  await shows(502);
  await expect.poll(sent).toMatchObject({
    reasons: ['nameplate_missing'],
    photos_wanted: ['nameplate', 'street'],
  });
});

// Covers: dialogs-6
test('shows the missing field and its input at 200 %', async () => {
  await page.viewport(683, 384);
  const { panel } = await openPanel();
  await userEvent.keyboard('b9{Enter}');
  const missing = panel.getByText('Write in the note what is wrong.');
  await expect.element(missing).toBeInViewport({ ratio: 1 });
  await expect.element(panel.getByLabelText('Note to the agent')).toHaveFocus();
  const foot = () =>
    panel.getByRole('button', { name: 'Send back' }).element().getBoundingClientRect().top;
  await expect
    .poll(() => missing.element().getBoundingClientRect().bottom - foot())
    .toBeLessThan(0);
});

test('does not send on an Enter that ends a word of an input method', async () => {
  const { panel, sent } = await openPanel();
  await userEvent.keyboard('b1');
  const note = panel.getByLabelText('Note to the agent');
  await note.fill('नाम');
  const enter = (isComposing: boolean) =>
    note
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing }));
  enter(true);
  await expect.element(panel.getByRole('button', { name: 'Sending...' })).not.toBeInTheDocument();
  await new Promise(requestAnimationFrame);
  await expect.poll(sent).toBeUndefined();
  enter(false);
  await expect.poll(sent).toMatchObject({ note: 'नाम' });
});
