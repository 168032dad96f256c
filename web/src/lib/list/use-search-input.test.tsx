import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { typeInstantly } from '../../testing/page/type-instantly.ts';
import { useSearchInput } from './use-search-input.ts';

function Box({ onCommit }: { onCommit: (search: string | undefined) => void }) {
  const [search, setSearch] = useState<string>();
  const { text, setText } = useSearchInput(search, (next) => {
    onCommit(next);
    setSearch(next);
  });
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => setSearch('verma')}>
        Back
      </button>
    </>
  );
}

// Covers: formats-6
test('applies typed text once, trimmed, after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const onCommit = vi.fn();
  const screen = await render(<Box onCommit={onCommit} />);
  const input = screen.getByLabelText('Search');
  typeInstantly(input.element(), ' sha');
  vi.advanceTimersByTime(249);
  typeInstantly(input.element(), 'rma ');
  vi.advanceTimersByTime(249);
  expect(onCommit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onCommit.mock.calls).toEqual([['sharma']]);
  await expect.element(input).toHaveValue(' sharma ');
});

test('does not apply a text whose pause ends just as the address changes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const onCommit = vi.fn();
  const screen = await render(<Box onCommit={onCommit} />);
  (screen.getByText('Back').element() as HTMLButtonElement).click();
  await Promise.resolve();
  vi.advanceTimersByTime(250);
  vi.useRealTimers();
  await expect.element(screen.getByLabelText('Search')).toHaveValue('verma');
  expect(onCommit).not.toHaveBeenCalled();
});
