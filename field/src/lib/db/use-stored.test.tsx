import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { announce, onChange } from './announce.ts';
import { useStored } from './use-stored.ts';

const answers: ((value: string | Promise<string>) => void)[] = [];
const read = () =>
  new Promise<string>((resolve) => {
    answers.push(resolve);
  });

const shown: string[] = [];
function Shown() {
  const value = useStored(read, 'meta') ?? 'nothing yet';
  shown.push(value);
  return <p>{value}</p>;
}

// Covers: field-app-23
test('shows an older answer until a newer one arrives, and never after it', async () => {
  const screen = await render(<Shown />);
  announce('meta');
  announce('meta');
  expect(answers).toHaveLength(3);
  answers[1]?.('second');
  await expect.element(screen.getByText('second')).toBeVisible();
  answers[0]?.('first');
  answers[2]?.('third');
  await expect.element(screen.getByText('third')).toBeVisible();
  announce('meta');
  announce('meta');
  answers[4]?.('fifth');
  await expect.element(screen.getByText('fifth')).toBeVisible();
  answers[3]?.('fourth');
  announce('meta');
  answers[5]?.('sixth');
  await expect.element(screen.getByText('sixth')).toBeVisible();
  expect(shown).not.toContain('fourth');
});

test('still shows the last answer after a later read fails', async () => {
  const reported = vi.spyOn(window, 'reportError').mockReturnValue();
  answers.length = 0;
  const screen = await render(<Shown />);
  answers[0]?.('first');
  await expect.element(screen.getByText('first')).toBeVisible();
  announce('meta');
  answers[1]?.(Promise.reject(new Error('Broken.')));
  await expect.poll(() => reported.mock.calls.length).toBe(1);
  await expect.element(screen.getByText('first')).toBeVisible();
  announce('meta');
  answers[2]?.('third');
  await expect.element(screen.getByText('third')).toBeVisible();
});

// Covers: field-app-23
test('notifies other pages of changes, and receives theirs', async () => {
  const other = new BroadcastChannel('doorstep-field');
  onTestFinished(() => other.close());
  const [sent, received]: [string[], string[]] = [[], []];
  other.addEventListener('message', ({ data }) => sent.push(data));
  onTestFinished(onChange((store) => received.push(store)));
  announce('tasks', 'outbox');
  await expect.poll(() => sent).toEqual(['tasks', 'outbox']);
  other.postMessage('meta');
  await expect.poll(() => received).toEqual(['tasks', 'outbox', 'meta']);
});
