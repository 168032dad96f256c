import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { announce } from '../../lib/db/announce.ts';
import { readMeta } from '../../lib/db/database.ts';
import { lockNow, unlock } from '../../lib/lock/lock.ts';
import { openPhone, queueVisit, summaryOf } from '../../testing/day.ts';
import { expectText, openApp, type Screen } from '../../testing/open-app.tsx';
import { pin, storeTasks, taskOf } from '../../testing/phone.ts';
import { simulateFullStore } from '../../testing/troubles.ts';

const area = (north: number) => ({ latitude: 18 + north / 100, longitude: 73, radius_m: 1_000 });
const [anil, meera, rohit] = [
  taskOf({ id: 1, name: 'Anil Sharma', usual_area: area(9) }),
  taskOf({ id: 2, name: 'Meera Joshi', usual_area: area(3) }),
  taskOf({ id: 3, name: 'Rohit Kale', usual_area: area(6) }),
];

/** Opens a screen on a phone whose last visit was south of all tasks. */
async function openAfterVisit(address: string) {
  await openPhone([anil, meera, rohit]);
  const place = { latitude: 18, longitude: 73 };
  await queueVisit('', { taskId: 9, summary: await summaryOf('', { place }) });
  return openApp(address);
}

const names = (screen: Screen) =>
  screen
    .getByText(/^(Anil Sharma|Meera Joshi|Rohit Kale|Kiran Rao)$/)
    .elements()
    .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    .map(({ textContent }) => textContent);
const expectNames = (screen: Screen, ...expected: string[]) =>
  expect.poll(() => names(screen)).toEqual(expected);

// Covers: field-app-40
test('shows the nearest stops first, with distances from the last visit', async () => {
  const screen = await openAfterVisit('/');
  await expectNames(screen, 'Meera Joshi', 'Rohit Kale', 'Anil Sharma');
  const nearest = screen.getByRole('link', { name: /^Meera Joshi.*about 3.km/ });
  await expect.element(nearest).toBeVisible();
  await expectText(/^Distances are rough: from your last visit/);
});

// Covers: field-app-41
test('moves a stop by buttons, keeps the focus and says where it is', async () => {
  const screen = await openAfterVisit('/order');
  const up = screen.getByRole('button', { name: 'Move up: Anil Sharma' });
  await expect.poll(() => up.query()?.querySelector('.lucide-arrow-up')).toBeTruthy();
  // Waits for the heading, because it takes the focus when the screen is shown.
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  (await up.findElement()).focus();
  await userEvent.keyboard('{Enter}');
  await expectText('Anil Sharma is stop 2 of 3. Saved on this phone.');
  await userEvent.keyboard('{Enter}');
  await expectNames(screen, 'Anil Sharma', 'Meera Joshi', 'Rohit Kale');
  await expect.element(up).toHaveFocus();
  await expect.element(up).toHaveAttribute('aria-disabled', 'true');
  // The first stop can't move up.
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('button', { name: 'Move down: Anil Sharma' }).click();
  await expectText('Anil Sharma is stop 2 of 3. Saved on this phone.');
  await expectNames(screen, 'Meera Joshi', 'Anil Sharma', 'Rohit Kale');
  const end = screen.getByRole('button', { name: 'Move down: Rohit Kale' });
  await expect.element(end).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => readMeta<object>('order')).toHaveProperty('bytes');
  await screen.getByRole('button', { name: 'Use the suggested order' }).click();
  await expectText('The visits are in the suggested order again.');
  await expectNames(screen, 'Meera Joshi', 'Rohit Kale', 'Anil Sharma');
  await expect.poll(() => readMeta('order')).toBeUndefined();
});

/** Drags the stop `name` to the place of the stop `over`. The drag ends with the event `end`. */
async function drag(screen: Screen, name: string, over: string, end: string) {
  const row = (of: string) => screen.getByRole('listitem').filter({ hasText: of }).element();
  const handle = row(name).querySelector('.touch-none');
  if (!handle) throw new Error('The row has no handle');
  const { top, height } = row(over).getBoundingClientRect();
  const place = names(screen).indexOf(over);
  const past = row(name).getBoundingClientRect().top < top ? 4 : -4;
  const send = (target: EventTarget, type: string, clientY = 0, pointerId = 7) =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, pointerId, clientY }),
    );
  send(handle, 'pointerdown');
  await expect.element(row(name)).toHaveClass(/bg-accent-soft/);
  // The browser cancels the touch of another finger. The drag goes on.
  send(window, 'pointercancel', 0, 8);
  // Sends several events, because each event moves the stop past at most one other stop.
  await expect
    .poll(() => {
      send(window, 'pointermove', top + height / 2 + past);
      return names(screen)[place];
    })
    .toBe(name);
  send(window, end);
}

// Covers: field-app-41
test('drags a stop by its handle; the order stays when the app is locked and for new tasks', async () => {
  const screen = await openAfterVisit('/order');
  await expectNames(screen, 'Meera Joshi', 'Rohit Kale', 'Anil Sharma');
  await drag(screen, 'Meera Joshi', 'Anil Sharma', 'pointercancel');
  await expectNames(screen, 'Meera Joshi', 'Rohit Kale', 'Anil Sharma');
  await drag(screen, 'Anil Sharma', 'Meera Joshi', 'pointerup');
  await expectText('Anil Sharma is stop 1 of 3. Saved on this phone.');
  lockNow();
  await unlock(pin);
  await expectNames(screen, 'Anil Sharma', 'Meera Joshi', 'Rohit Kale');
  await storeTasks(taskOf({ id: 4, name: 'Kiran Rao', usual_area: area(4) }));
  announce('tasks');
  await expectNames(screen, 'Anil Sharma', 'Meera Joshi', 'Kiran Rao', 'Rohit Kale');
  await pressAndSee('Back', screen.getByRole('heading', { name: /Your order$/ }));
  await expectNames(screen, 'Anil Sharma', 'Meera Joshi', 'Kiran Rao', 'Rohit Kale');
});

// Covers: field-app-41
test('says that an order was not saved on a full phone', async () => {
  const screen = await openAfterVisit('/order');
  await expectNames(screen, 'Meera Joshi', 'Rohit Kale', 'Anil Sharma');
  simulateFullStore('meta');
  await screen.getByRole('button', { name: 'Move up: Anil Sharma' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expectNames(screen, 'Meera Joshi', 'Rohit Kale', 'Anil Sharma');
});
