import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { announce } from './announce.ts';
import { useStored } from './use-stored.ts';

const answers: ((value: string) => void)[] = [];
const read = () =>
  new Promise<string>((resolve) => {
    answers.push(resolve);
  });

function Shown() {
  return <p>{useStored(read, 'meta') ?? 'nothing yet'}</p>;
}

// Covers: field-app-23
test('an answer is shown while a newer one is awaited, and never after it', async () => {
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
  await new Promise((resolve) => setTimeout(resolve));
  await expect.element(screen.getByText('fifth')).toBeVisible();
});
