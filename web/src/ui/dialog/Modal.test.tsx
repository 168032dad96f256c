import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Modal, ModalBody } from './Modal.tsx';

// Covers: fault-40
test('ignores the second click of the double click that opened a dialog', async () => {
  // Waits until the dialog of an earlier test no longer ignores second clicks.
  const isIgnored = () =>
    !window.dispatchEvent(new MouseEvent('click', { detail: 2, cancelable: true }));
  await expect.poll(isIgnored).toBe(false);
  const doubleClickTime = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(doubleClickTime.signal);
  onTestFinished(() => timeout.mockRestore());
  const onClose = vi.fn();
  const screen = await render(
    <Modal title="Asha Rao" onClose={onClose}>
      <ModalBody>
        <input type="checkbox" aria-label="Active" defaultChecked />
      </ModalBody>
    </Modal>,
  );
  const active = screen.getByLabelText('Active');
  await expect.element(active).toBeVisible();
  const clickAgain = (target: Element | null) => {
    target?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    target?.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }));
  };
  const overlay = document.querySelector('.overlay');
  clickAgain(active.element());
  clickAgain(overlay);
  await expect.element(active).toBeChecked();
  expect(onClose).not.toHaveBeenCalled();

  expect(timeout).toHaveBeenCalledWith(500);
  doubleClickTime.abort();
  clickAgain(active.element());
  await expect.element(active).not.toBeChecked();
  clickAgain(overlay);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('is as high as its content, unless it is tall', async () => {
  const heights = [];
  for (const more of [{}, { isTall: true }]) {
    const { baseElement, unmount } = await render(
      <Modal title="Asha Rao" {...more} onClose={() => {}}>
        <ModalBody>Short</ModalBody>
      </Modal>,
    );
    heights.push(baseElement.querySelector('.modal')?.clientHeight ?? 0);
    await unmount();
  }
  expect(heights[0]).toBeLessThan(window.innerHeight * 0.5);
  expect(heights[1]).toBeGreaterThan(window.innerHeight * 0.85);
});
