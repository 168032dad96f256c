import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { encrypt } from '../../lib/db/encrypted.ts';
import { openKey } from '../../lib/lock/lock.ts';
import { openPhone, queueVisit, taskOf } from '../../testing/day.ts';

afterEach(() => history.replaceState(null, '', '/'));

// Covers: field-app-14
test('a door that was locked stands under its time to try again, before the office knows of it', async () => {
  await openPhone([taskOf({ id: 1, name: 'Anil Sharma' }), taskOf({ id: 2, name: 'Meera Joshi' })]);
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(10, 0, 0, 0);
  const summary = { name: 'Anil Sharma', visitType: 'RESIDENCE', address: '', pinCode: '411007' };
  await queueVisit('Anil Sharma', {
    taskId: 1,
    isFinal: false,
    summary: await encrypt(openKey(), { ...summary, tryAgainAt: tomorrow.toISOString() }),
  });
  history.replaceState(null, '', '/field/');
  const screen = await render(<App />);
  const later = screen.getByRole('heading', { name: /Later$/ });
  await expect.element(later).toBeVisible();
  await expect.element(screen.getByText(/this phone is full$/)).not.toBeInTheDocument();
  const rows = screen.getByRole('link', { name: /^(Anil Sharma|Meera Joshi)/ });
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringMatching(/^Meera JoshiNo time set/),
      expect.stringMatching(/^Anil SharmaTry again tomorrow 10:00/),
      expect.stringMatching(/^Anil Sharma/),
    ]);
});
