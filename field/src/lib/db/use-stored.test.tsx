import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { announce } from './announce.ts';
import { useStored } from './use-stored.ts';

const answers: ((value: string) => void)[] = [];
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
  // Another page has changed the store.
  new BroadcastChannel('doorstep-field').postMessage('meta');
  await expect.poll(() => answers.length).toBe(7);
});
