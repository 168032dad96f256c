import { answer, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { type AgentCard, getAgentCard } from '@doorstep/contract/visits/agent-card';
import { expect, test, vi } from 'vitest';
import { readMeta } from '../../lib/db/database.ts';
import { changeSignIn } from '../../lib/session/account-record.ts';
import { anil, openPhone } from '../../testing/day.ts';
import { aCard } from '../../testing/me-states.ts';
import { openApp } from '../../testing/open-app.tsx';
import { inMinutes, readable } from '../../testing/phone.ts';

// Covers: field-app-34
test('shows the ID card without a network once it was fetched, and stores it encrypted', async () => {
  await openPhone([anil()]);
  answer(getAgentCard, aCard());
  const first = await openApp(`/task/${anil().id}`);
  const image = first.getByRole('img', { name: /^Code that opens/ });
  await pressAndSee('Show my ID card', image);
  const code = await image.findElement();
  const size = code.querySelector('path')?.getBBox().width ?? 0;
  // Scanners need an empty border of four modules.
  expect(code).toHaveAttribute('viewBox', `-4 -4 ${size + 8} ${size + 8}`);
  await expect.poll(async () => JSON.stringify(await readMeta('card'))).toMatch(/fetchedAt/);
  const { bytes } = ((await readMeta('card')) as { encrypted: { bytes: ArrayBuffer } }).encrypted;
  expect(readable(bytes)).not.toContain('Asha');
  await first.unmount();

  answer(getAgentCard, noConnection());
  const screen = await openApp('/card');
  await expect.element(screen.getByText('Asha Patil')).toBeVisible();
  await expect.element(screen.getByText('Sahyadri Verification')).toBeVisible();
  await expect.element(screen.getByRole('img', { name: 'Photo of Asha Patil' })).toBeVisible();
});

// Covers: field-app-34
test('shows no card that is out of date, and fetches another after a new sign-in', async () => {
  await openPhone();
  const { promise: isAsked, resolve } = Promise.withResolvers<void>();
  const cards: AgentCard[] = [{ ...aCard(), valid_until: inMinutes(-1) }, aCard()];
  answer(getAgentCard, () => isAsked.then(() => cards.shift() ?? noConnection()));
  const first = await openApp('/card');
  await expect.element(first.getByText('Opening…')).toBeVisible();
  resolve();
  await expect.element(first.getByText('This card is out of date')).toBeVisible();
  await first.unmount();
  await changeSignIn('send-1', (record) => ({ ...record, sendToken: 'send-2' }));
  const screen = await openApp('/card');
  await expect.element(screen.getByText('Asha Patil')).toBeVisible();
});

test('keeps the screen on while the card is shown', async () => {
  const release = vi.fn(async () => {});
  const request = vi
    .spyOn(navigator.wakeLock, 'request')
    .mockResolvedValue({ release } as unknown as WakeLockSentinel);
  await openPhone();
  answer(getAgentCard, aCard());
  const screen = await openApp('/card');
  await expect.poll(() => request.mock.calls).toEqual([['screen']]);
  expect(release).not.toHaveBeenCalled();
  await pressAndSee('Back', screen.getByRole('heading', { name: 'Me' }));
  await expect.poll(() => release.mock.calls.length).toBe(1);
});
