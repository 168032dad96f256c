import { answer, failure } from '@doorstep/contract/testing/backend';
import { listVerifications } from '@doorstep/contract/verifications';
import { listHeldVisits, takeInVisitFile, type Visit } from '@doorstep/contract/visits/visit';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { verificationRow } from '../../../testing/verifications.ts';
import { visitOf } from '../../../testing/visits.ts';

let held: Visit[];

beforeEach(() => {
  held = [];
  answer(listVerifications, { results: [verificationRow()], count: 1, next: null, previous: null });
  answer(listHeldVisits, () => ({ results: held, count: held.length, next: null, previous: null }));
});

const file = () => new File([new Uint8Array(20_000)], 'visit-7.doorstep');
const message = 'Taken in: the visit of Asha Verma to Meena Joshi. The visit is held: …';
const taken = { success: true as const, message, visit_id: visitOf().id, state: 'held' as const };

async function openTakeIn() {
  const app = await renderApp('/verification');
  await app.screen.getByRole('button', { name: 'Import a visit file' }).click();
  const dialog = app.screen.getByRole('dialog', { name: 'Held Visits' });
  await expect.element(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  return {
    ...app,
    dialog,
    take: () => userEvent.upload(dialog.getByLabelText('Visit file'), file()),
  };
}

// Covers: held-visits-11
test('imports a file even if no visit is held, and keeps the result or the error visible', async () => {
  let isRefused = true;
  const names: string[] = [];
  answer(takeInVisitFile, async ({ request }) => {
    names.push(((await request.formData()).get('file') as File).name);
    if (isRefused) return failure(400, { message: 'This file is damaged or incomplete.' });
    held = [visitOf()];
    return taken;
  });
  const { dialog, take } = await openTakeIn();
  await expect.element(dialog.getByText('No held visits.')).toBeVisible();

  await take();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('This file is damaged or incomplete.');
  isRefused = false;
  await take();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: /^Use visit/ })).toBeVisible();
  await expect.poll(() => names).toEqual(['visit-7.doorstep', 'visit-7.doorstep']);
});
