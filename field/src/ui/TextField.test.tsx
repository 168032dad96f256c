import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { LongField, TextField } from './TextField.tsx';

const field = { label: 'Field', value: '', onValue: () => {} };

// Covers: field-app-3
test('keeps the browser from saving what is typed, including a secret that is shown', async () => {
  const screen = await render(<TextField {...field} />);
  const input = screen.getByLabelText('Field');
  await expect.element(input).toHaveAttribute('autocomplete', 'off');
  await screen.rerender(<LongField {...field} />);
  await expect.element(input).toHaveAttribute('autocomplete', 'off');
  await screen.rerender(
    <TextField
      {...field}
      autoComplete="current-password"
      reveal={{ show: 'Show', hide: 'Hide' }}
    />,
  );
  await expect.element(input).toHaveAttribute('autocomplete', 'current-password');
  await screen.getByRole('button', { name: 'Show' }).click();
  await expect.element(input).toHaveAttribute('autocomplete', 'off');
});
