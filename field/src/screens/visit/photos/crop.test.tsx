import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { readDraft } from '../../../lib/visit/draft.ts';
import { anil, beginVisit, openPhone, savePhoto } from '../../../testing/day.ts';
import { endTroubles, simulateFullStore } from '../../../testing/troubles.ts';

afterEach(() => {
  endTroubles();
  history.replaceState(null, '', '/');
});

async function openCrop() {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const whole = await savePhoto(visitId, 'document');
  history.replaceState(null, '', `/field/visit/${visitId}/photo/${whole.sha256}`);
  const screen = await render(<App />);
  await screen.getByRole('button', { name: 'Crop' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Crop the photo' })).toHaveFocus();
  return { visitId, whole, screen };
}

// Covers: door-photos-3
test('crops a document by dragging and by keys, and shows the result', async () => {
  const { visitId, whole, screen } = await openCrop();
  const left = screen.getByRole('slider', { name: 'Left edge' });
  await expect.element(left).toHaveAttribute('aria-valuetext', '0 % cut off');
  (await left.findElement()).focus();
  await userEvent.keyboard('{PageDown}{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.element(left).toHaveAttribute('aria-valuetext', '11 % cut off');
  const bottom = screen.getByRole('slider', { name: 'Bottom edge' });
  const picture = screen.getByRole('img', { name: 'Document' });
  const { height } = picture.element().getBoundingClientRect();
  const { x, y } = bottom.element().getBoundingClientRect();
  const at = { pointerId: 1, bubbles: true, clientX: x + 24 };
  const handle = await bottom.findElement();
  handle.setPointerCapture = () => {};
  handle.hasPointerCapture = () => true;
  handle.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientY: y + 24 }));
  handle.dispatchEvent(new PointerEvent('pointermove', { ...at, clientY: y + 24 - height / 2 }));
  await expect.element(bottom).toHaveAttribute('aria-valuetext', '50 % cut off');
  await screen.getByRole('button', { name: 'Crop' }).click();
  await expect.element(screen.getByText(/· cropped$/)).toBeVisible();
  const [cropped] = (await readDraft(visitId))?.photos ?? [];
  expect(cropped?.cropped_from).toEqual({ width: whole.width, height: whole.height });
  expect(cropped?.height).toBe(whole.height / 2);
});

test('keeps the photo on Back, and says why if a full phone can’t store the cropped one', async () => {
  const { visitId, whole, screen } = await openCrop();
  (await screen.getByRole('slider', { name: 'Top edge' }).findElement()).focus();
  await userEvent.keyboard('{PageDown}');
  simulateFullStore('photos');
  await screen.getByRole('button', { name: 'Crop' }).click();
  await expect
    .element(screen.getByRole('alert').getByText('Not saved: this phone is full'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('button', { name: 'Take again' })).toBeVisible();
  await expect.poll(async () => (await readDraft(visitId))?.photos).toEqual([whole]);
});
