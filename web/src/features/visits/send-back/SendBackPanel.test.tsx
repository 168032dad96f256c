import { answer } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { getVerification } from '@doorstep/contract/verifications';
import { sendBackVerification } from '@doorstep/contract/visits/send-back';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { switchSingleKeys } from '../../../lib/single-keys.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { deskOf, moment, nameOf } from '../../../testing/review-desk.ts';
import { photoLinks, verificationOf } from '../../../testing/verifications.ts';

const photoOf = (shows: string, index: number) => ({
  ...{ id: shows, url: photoLinks[index] ?? '', thumbnail_url: photoLinks[index] ?? '' },
  ...{ original_url: '', sha256: '', width: 1, height: 1, taken_at: null },
  ...{ latitude: null, longitude: null, shows },
});
let sent: unknown;

beforeEach(async () => {
  switchSingleKeys(true);
  await page.viewport(1366, 768);
  sent = undefined;
  deskOf([501, 502]);
  answer(getVerification, ({ params }) =>
    verificationOf({
      verification_id: Number(params.id),
      applicant: params.id === '501' ? 'Asha Rao' : 'Ravi Iyer',
      photos: [photoOf('door', 0), photoOf('street', 1)],
    }),
  );
  answer(listUsers, {
    success: true,
    total_count: 1,
    users: [{ id: 7, name: 'Ravi Kumar', email: '', phone_number: '9000000007', is_active: true }],
  } as never);
  answer(sendBackVerification, ({ body }) => {
    sent = body;
    return { success: true as const, message: 'The verification was sent back.' };
  });
});

async function openPanel() {
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  return { screen, panel: screen.getByRole('dialog', { name: /^Send back to/ }) };
}

// Covers: sending-back-7
test('derives the photos wanted from the reasons and the shown photo; keys change them', async () => {
  const { screen, panel } = await openPanel();
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
  // Manual choices stay, whatever the reasons. A removed reason removes its photo.
  await userEvent.keyboard('pi25');
  await expect.element(photo('Person met')).not.toBeChecked();
  await expect.element(photo('Name plate')).not.toBeChecked();
  await userEvent.keyboard('5');
  await expect.element(photo('Person met')).not.toBeChecked();
  await panel.getByRole('button', { name: 'Send back' }).click();
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect
    .poll(() => sent)
    .toEqual({
      reasons: ['photo_unclear', 'person_not_identified'],
      note: '',
      photos_wanted: ['door', 'interior'],
      updated_at: moment,
    });
});

// Covers: sending-back-7
test('sends the agent chosen with G, or the first one without a choice', async () => {
  const { screen, panel } = await openPanel();
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
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect
    .poll(() => sent)
    .toMatchObject({ reasons: ['wrong_premises'], photos_wanted: [], agent_id: 7 });
});

// Covers: sending-back-7
test('works by buttons alone, without single keys or another agent', async () => {
  switchSingleKeys(false);
  const { screen, panel } = await openPanel();
  await screen.getByRole('button', { name: 'Send back' }).click();
  await panel.getByRole('button', { name: 'Another agent' }).click();
  await panel.getByRole('checkbox', { name: 'Name plate missing' }).click();
  const document = panel.getByRole('checkbox', { name: 'Document' });
  (await document.findElement()).focus();
  await userEvent.keyboard(' ');
  await expect.element(document).toBeChecked();
  await panel.getByRole('button', { name: 'Send back' }).click();
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect
    .poll(() => sent)
    .toEqual({
      reasons: ['nameplate_missing'],
      note: '',
      photos_wanted: ['nameplate', 'document'],
      updated_at: moment,
    });
});

// Covers: sending-back-7
test('sends on Enter after choices by mouse, without changing them', async () => {
  const { screen, panel } = await openPanel();
  await userEvent.keyboard('b');
  await panel.getByRole('checkbox', { name: 'Name plate missing' }).click();
  await panel.getByRole('checkbox', { name: 'Street', exact: true }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect
    .poll(() => sent)
    .toMatchObject({
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
  const { panel } = await openPanel();
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
  await expect.poll(() => sent).toBeUndefined();
  enter(false);
  await expect.poll(() => sent).toMatchObject({ note: 'नाम' });
});
