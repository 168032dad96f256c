import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import type { ManifestPhoto } from '@doorstep/contract/visits/manifest';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectFull, openVisit } from '../../../testing/open-app.tsx';
import { simulateFullStore } from '../../../testing/troubles.ts';

async function openCrop() {
  const { screen, draft } = await openVisit('photo/:sha256', {}, { photos: ['document'] });
  const whole = (await draft())?.photos[0] as ManifestPhoto;
  await screen.getByRole('button', { name: 'Crop' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Crop the photo' })).toHaveFocus();
  return { draft, whole, screen };
}

// Covers: door-photos-3
test('crops a document by dragging and by keys, and shows the result', async () => {
  const { draft, whole, screen } = await openCrop();
  const left = screen.getByRole('slider', { name: 'Left edge' });
  await expect.element(left).toHaveAttribute('aria-valuetext', '0 % cut off');
  (await left.findElement()).focus();
  await userEvent.keyboard('{PageDown}{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.element(left).toHaveAttribute('aria-valuetext', '11 % cut off');
  const bottom = screen.getByRole('slider', { name: 'Bottom edge' });
  const picture = screen.getByRole('img', { name: 'Document' });
  const { width, height } = picture.element().getBoundingClientRect();
  const dragBy = (handle: Element | undefined, byX: number, byY: number) => {
    if (!handle) throw new Error('The frame has no such handle');
    const { x, y } = handle.getBoundingClientRect();
    const at = (right: number, down: number) => ({
      ...{ pointerId: 1, bubbles: true, clientX: x + 24 + right, clientY: y + 24 + down },
    });
    handle.setPointerCapture = () => {};
    handle.hasPointerCapture = () => true;
    handle.dispatchEvent(new PointerEvent('pointerdown', at(0, 0)));
    handle.dispatchEvent(new PointerEvent('pointermove', at(byX, byY)));
  };
  dragBy(bottom.element(), width / 2, -height / 2);
  await expect.element(bottom).toHaveAttribute('aria-valuetext', '50 % cut off');
  const right = screen.getByRole('slider', { name: 'Right edge' });
  await expect.element(right).toHaveAttribute('aria-valuetext', '0 % cut off');
  const [, , , rightBottom] = document.querySelectorAll('.crop-handle');
  dragBy(rightBottom, -width / 4, height / 4);
  await expect.element(right).toHaveAttribute('aria-valuetext', '25 % cut off');
  await expect.element(bottom).toHaveAttribute('aria-valuetext', '25 % cut off');
  await screen.getByRole('button', { name: 'Crop' }).click();
  await expect.element(screen.getByText(/· cropped$/)).toBeVisible();
  const [cropped] = (await draft())?.photos ?? [];
  expect(cropped?.cropped_from).toEqual({ width: whole.width, height: whole.height });
  expect(cropped?.height).toBe(whole.height * 0.75);
});

test('keeps the photo on Back, and says why if a full phone can’t store the cropped one', async () => {
  const { draft, whole, screen } = await openCrop();
  const crop = screen.getByRole('button', { name: 'Crop' });
  // Nothing is cut off, so nothing changes.
  await pressAndSee(crop, screen.getByRole('button', { name: 'Take again' }));
  await pressAndSee(crop, screen.getByRole('heading', { name: 'Crop the photo' }));
  (await screen.getByRole('slider', { name: 'Top edge' }).findElement()).focus();
  await userEvent.keyboard('{PageDown}');
  simulateFullStore('photos');
  await crop.click();
  await expectFull();
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('button', { name: 'Take again' })).toBeVisible();
  await expect.poll(async () => (await draft())?.photos).toEqual([whole]);
});
