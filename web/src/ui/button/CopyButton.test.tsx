import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Toaster } from '../feedback/Toaster.tsx';
import { CopyableId, CopyButton } from './CopyButton.tsx';

test.each([
  ['on plain http, where there is no clipboard', undefined],
  [
    'if the browser rejects it',
    { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
  ],
  ['where it works', { writeText: () => Promise.resolve() }],
])('says “Copied” only for the text that was copied: %s', async (where, clipboard) => {
  const mock = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as never);
  onTestFinished(() => mock.mockRestore());
  const screen = await render(
    <>
      <CopyButton text="aaaa-bbbb" label="Copy all recovery codes" />
      <Toaster />
    </>,
  );
  // Calls `click()` in the page, because Playwright's click may return only after “Copied” has disappeared.
  const button = screen.getByRole('button', { name: 'Copy all recovery codes' });
  ((await button.findElement()) as HTMLElement).click();
  const [said, copied, refused] = [
    screen.getByText(/cop(ied|y it)/i),
    screen.getByText('Copied', { exact: true }),
    screen.getByText('Couldn’t copy the text. Select the text and copy it yourself.'),
  ];
  await expect.element(said).toBeInTheDocument();
  const works = where === 'where it works';
  await expect.poll(() => copied.elements()).toHaveLength(works ? 1 : 0);
  await expect.poll(() => refused.elements()).toHaveLength(works ? 0 : 1);
});

test.each([
  ['a long id', 'SARASWAT-HOME-LOANS-2026-0000123456', '123456'],
  ['with a space at the cut', 'SARASWAT HOME LOANS 2026 000 123456', '123456'],
])('shows the end of %s when it does not fit, and copies all of it', async (_, id, end) => {
  const writeText = vi.fn(() => Promise.resolve());
  const mock = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as never);
  onTestFinished(() => mock.mockRestore());
  const screen = await render(
    <div style={{ width: 156, padding: 8, overflow: 'hidden' }}>
      <CopyableId id={id} name="application ID" />
    </div>,
  );
  const button = screen.getByRole('button', { name: `Copy application ID ${id}` });
  const last = screen.getByText(end, { exact: true });
  await expect.element(last).toBeInViewport({ ratio: 1 });
  const frame = button.element().parentElement?.getBoundingClientRect();
  expect(last.element().getBoundingClientRect().right).toBeLessThanOrEqual(frame?.right ?? 0);
  await expect.poll(() => button.element().textContent).toBe(id);
  await button.click();
  expect(writeText).toHaveBeenCalledWith(id);
});
