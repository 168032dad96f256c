import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Toaster } from '../feedback/Toaster.tsx';
import { CopyButton } from './CopyButton.tsx';

test.each([
  ['on plain http, where there is no clipboard', undefined],
  [
    'where the browser refuses',
    { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
  ],
  ['where it works', { writeText: () => Promise.resolve() }],
])('says Copied of what was copied alone: %s', async (where, clipboard) => {
  const mock = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as never);
  onTestFinished(() => mock.mockRestore());
  const screen = await render(
    <>
      <CopyButton text="aaaa-bbbb" label="Copy all recovery codes" />
      <Toaster />
    </>,
  );
  // From inside: it says so for a moment only, which may be over before a click from outside is said to be done.
  const button = screen.getByRole('button', { name: 'Copy all recovery codes' });
  (button.element() as HTMLElement).click();
  const [said, copied, refused] = [
    screen.getByText(/cop(ied|y it)/i),
    screen.getByText('Copied', { exact: true }),
    screen.getByText('It could not be copied. Copy it by hand.'),
  ];
  await expect.element(said).toBeInTheDocument();
  const works = where === 'where it works';
  expect(copied.elements()).toHaveLength(works ? 1 : 0);
  expect(refused.elements()).toHaveLength(works ? 0 : 1);
});
