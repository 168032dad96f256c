import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { readDraft } from '../../../lib/visit/draft.ts';
import { anil, beginVisit, openPhone } from '../../../testing/day.ts';
import { picture } from '../../../testing/phone.ts';

afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

async function openCameraStep() {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  history.replaceState(null, '', `/field/visit/${visitId}/camera/door`);
  return { visitId, screen: await render(<App />) };
}

test('the shutter keeps a photo of what was wanted, and goes on to the next one', async () => {
  const { visitId, screen } = await openCameraStep();
  const shutter = screen.getByRole('button', { name: 'Take photo: Door' });
  await expect.element(shutter).toHaveAttribute('aria-disabled', 'false');
  await shutter.click();
  await expect.element(screen.getByRole('button', { name: 'Look at Door' })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Take photo: Name plate' }))
    .toBeVisible();
  const draft = await readDraft(visitId);
  expect(draft?.photos).toMatchObject([{ shows: 'door', source: 'viewfinder' }]);
});

test('a forbidden camera leaves the camera app, and the photo is marked so', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(
    new DOMException('Permission denied', 'NotAllowedError'),
  );
  const { visitId, screen } = await openCameraStep();
  await expect
    .element(screen.getByRole('heading', { name: 'The camera is off for Doorstep' }))
    .toHaveFocus();
  const file = new File([await picture(400, 300)], 'door.jpg', { type: 'image/jpeg' });
  await screen.getByLabelText('Use the camera app').upload(file);
  await expect
    .poll(async () => (await readDraft(visitId))?.photos, { timeout: 15_000 })
    .toMatchObject([{ shows: 'door', source: 'camera_app' }]);
});
