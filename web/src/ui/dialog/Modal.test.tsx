import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Modal, ModalBody } from './Modal.tsx';

// Covers: fault-40
test('ignores the second click of the double click that opened a dialog', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
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

  vi.advanceTimersByTime(500);
  clickAgain(active.element());
  await expect.element(active).not.toBeChecked();
  clickAgain(overlay);
  expect(onClose).toHaveBeenCalledTimes(1);
});
