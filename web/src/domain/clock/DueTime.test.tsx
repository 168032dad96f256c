import type { Clock } from '@doorstep/contract/clock';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import DueTime from './DueTime.tsx';

test.each<[string, Partial<Clock>, string]>([
  ['Late by 2 h', { warning: 'late', minutes_left: -125 }, 'text-negative'],
  ['Due in 2 h', { warning: 'unvisited' }, 'text-warning'],
  ['Due in 2 h', {}, 'text-muted'],
  ['Paused', { state: 'paused', warning: 'undecided' }, 'text-muted'],
])('shows “%s” of %o in its colour', async (words, fields, colour) => {
  const clock: Clock = {
    ...{ lender: 'HDFC', due_at: '2026-03-06T08:30:00.000Z', minutes_left: 125, state: 'running' },
    ...{ warning: null, is_urgent: false, ...fields },
  };
  const screen = await render(<DueTime clock={clock} />);
  const name = new RegExp(`^${words}\\. Due Mar 6, 2026, 2:00 PM, HDFC`);
  const due = screen.getByRole('button', { name });
  await expect.element(due).toHaveClass(colour);
});
