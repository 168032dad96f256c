import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { beforeEach, expect, test, vi } from 'vitest';
import { goTo } from '../../../lib/address.ts';
import { placeOf } from '../../../lib/place/best-fix.ts';
import { forgetVisitShown } from '../../../lib/visit/at-door.ts';
import { readDraft } from '../../../lib/visit/draft.ts';
import { anil, beginVisit, fixOf, openPhone } from '../../../testing/day.ts';
import { expectHeading, expectText, openApp } from '../../../testing/open-app.tsx';
import { simulatePlace } from '../../../testing/troubles.ts';

const task = anil();
const question = 'Are you at the door now?';
const [office, door] = [18.4, 18.52];
const officeFix = { ...fixOf(6), latitude: office, longitude: 73.8 };
/** The place that the phone reports; null if the phone reports none. */
let here: { latitude: number; accuracy: number } | null;

beforeEach(async () => {
  here = { latitude: office, accuracy: 6 };
  vi.spyOn(navigator.geolocation, 'watchPosition').mockImplementation((onFound) => {
    const coords = { ...here, longitude: 73.8, altitude: null };
    const position = { coords, timestamp: Date.now() } as GeolocationPosition;
    if (here) queueMicrotask(() => onFound(position));
    return 1;
  });
  await openPhone([task]);
});

const placeIn = async (visitId: string) => {
  const draft = await readDraft(visitId);
  return draft && placeOf(draft)?.latitude;
};

/** Starts a visit at the office, fills in its steps up to the photos, and continues it at another place. */
async function continueAt(latitude: number | null) {
  const early = '2026-11-22T09:00:00.000+05:30';
  const visitId = await beginVisit(task, {
    ...{ outcome: 'met', isFinal: true, step: 'photos' },
    ...{ begunAt: early, arrivedAt: early, fixes: [{ ...officeFix, at: early }] },
  });
  here = latitude === null ? null : { latitude, accuracy: 15 };
  const screen = await openApp(`/task/${task.id}`);
  await screen.getByRole('button', { name: 'Continue visit' }).click();
  await expect.element(screen.getByRole('heading', { name: question })).toHaveFocus();
  return { screen, visitId, early };
}

// Covers: field-app-30
test('takes place and arrival again at the door, and returns to the open step', async () => {
  const { screen, visitId, early } = await continueAt(door);
  await pressAndSee('Yes, at the door', screen.getByText('15 m', { exact: true }));
  await expectHeading('Photos');
  await expect.poll(() => placeIn(visitId)).toBe(door);
  await expect
    .poll(() => readDraft(visitId))
    .toMatchObject({ begunAt: early, step: 'photos', fixes: { length: 2 } });
  const draft = await readDraft(visitId);
  expect(Date.parse(draft?.arrivedAt ?? '')).toBeGreaterThan(Date.parse(early));
});

// Covers: field-app-30
test('keeps the place and arrival at the door if the visit is finished elsewhere', async () => {
  const { screen, visitId, early } = await continueAt(door);
  await pressAndSee('No, I was there before', screen.getByRole('heading', { name: 'Photos' }));
  // Opening the step again does not start another search.
  goTo(`/visit/${visitId}/where`);
  await expect.element(screen.getByText('6 m', { exact: true })).toBeVisible();
  await expect.poll(() => placeIn(visitId)).toBe(office);
  await expect.poll(async () => (await readDraft(visitId))?.arrivedAt).toBe(early);
});

// Covers: field-app-30
test('records no place at the door without a GPS fix, instead of the office’s place', async () => {
  const { screen, visitId } = await continueAt(null);
  await pressAndSee('Yes, at the door', screen.getByText('Finding your location…'));
  await expect.poll(() => placeIn(visitId)).toBeUndefined();
  await expect.poll(async () => (await readDraft(visitId))?.fixes).toHaveLength(1);
});

test('returns to the task if the agent is not there yet, and asks again later', async () => {
  const { screen } = await continueAt(null);
  await screen.getByRole('button', { name: 'Not there yet' }).click();
  await pressAndSee('Continue visit', screen.getByRole('heading', { name: question }));
});

// Covers: field-app-30
test('offers Look again next to a good place, and finds the door after the way there', async () => {
  const visitId = await beginVisit(task, { fixes: [officeFix] });
  const screen = await openApp(`/visit/${visitId}/where`);
  await expect.element(screen.getByText('6 m', { exact: true })).toBeVisible();
  here = { latitude: door, accuracy: 15 };
  await pressAndSee('Look again', screen.getByText('15 m', { exact: true }));
  await expect.poll(() => placeIn(visitId)).toBe(door);
});

// Covers: field-app-30
test('says why it has no place, and asks for the reason only if the place may be read', async () => {
  const visitId = await beginVisit(task);
  simulatePlace('forbidden');
  const screen = await openApp(`/visit/${visitId}/where`);
  await expectText('Location is off for Doorstep');
  await expectText(/You can finish the visit without the location\.$/);
  const weather = screen.getByRole('button', { name: 'Weather' });
  await expect.element(weather).not.toBeInTheDocument();
  simulatePlace('not found');
  await pressAndSee('Look again', screen.getByText('Location not found'));
  await weather.click();
  await expect.poll(() => readDraft(visitId)).toMatchObject({ placeReason: 'Weather' });
});

// Covers: field-app-44
test('continues once a good place is found, and Back shows it', async () => {
  const visitId = await beginVisit(task);
  const screen = await openApp(`/visit/${visitId}/where`);
  await expect.element(screen.getByText('6 m', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'What did you find?' })).toHaveFocus();
  await pressAndSee('Back', screen.getByText('6 m', { exact: true }));
});

// Covers: field-app-44
test.each([
  ['a touch', new PointerEvent('pointerdown')],
  ['a key', new KeyboardEvent('keydown')],
])('does not continue after %s', async (_, event) => {
  const visitId = await beginVisit(task);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const screen = await openApp(`/visit/${visitId}/where`);
  await expect.element(screen.getByText('6 m', { exact: true })).toBeVisible();
  const countStopped = () => {
    const before = vi.getTimerCount();
    window.dispatchEvent(event);
    return before - vi.getTimerCount();
  };
  await expect.poll(countStopped).toBe(1);
  vi.advanceTimersByTime(10_000);
  await expectHeading('Where you are');
});

// Covers: field-app-30
test('asks again after the page was closed or left for long, but not after a moment', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const visitId = await beginVisit(task);
  let isVisible = true;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
    isVisible ? 'visible' : 'hidden',
  );
  const away = (minutes: number) => {
    for (isVisible of [false, true]) {
      if (isVisible) vi.advanceTimersByTime(minutes * 60_000);
      document.dispatchEvent(new Event('visibilitychange'));
    }
  };
  const screen = await openApp(`/visit/${visitId}/found`);
  const heading = screen.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('What did you find?');
  // The screen listens to events once its heading has the focus.
  await expect.element(heading).toHaveFocus();
  vi.advanceTimersByTime(10 * 60_000);
  away(4);
  await expect.poll(() => heading.element().textContent).toBe('What did you find?');
  away(6);
  await expect.element(heading).toHaveTextContent(question);
  await screen.getByRole('button', { name: 'No, I was there before' }).click();
  await expect.element(heading).toHaveTextContent('What did you find?');

  // Simulates a reload, after which the page does not know that it has shown this visit.
  await screen.unmount();
  forgetVisitShown();
  await openApp(`/visit/${visitId}/found`);
  await expectHeading(question);
});

/** Opens a visit whose first GPS fix is 12 km from the usual area. Returns the notice about the distance. */
async function openFar() {
  const area = { latitude: door, longitude: 73.8, radius_m: 1_000 };
  const visitId = await beginVisit({ ...task, usual_area: area });
  const screen = await openApp(`/visit/${visitId}/where`);
  const asked = screen.getByRole('status').filter({
    hasText: `You are about 12 km from the usual area of ${task.pin_code}. Start anyway?`,
  });
  await expect.element(asked).toBeVisible();
  return { screen, asked, farAnswer: async () => (await readDraft(visitId))?.farAnswer };
}

// Covers: field-app-43
test('asks once a GPS fix is far from the usual area, and lets the visit continue', async () => {
  const { screen, asked, farAnswer } = await openFar();
  await screen.getByRole('button', { name: 'Start anyway' }).click();
  await expect.poll(farAnswer).toBe('anyway');
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeEnabled();
  here = { latitude: door, accuracy: 10 };
  await screen.getByRole('button', { name: 'Look again' }).click();
  await expect.element(asked).not.toBeInTheDocument();
  await expect.poll(farAnswer).toBeNull();
});

// Covers: field-app-43
test('stores that the agent who is far away is not there yet, and returns to the task', async () => {
  const { screen, farAnswer } = await openFar();
  await screen.getByRole('button', { name: 'Not there yet' }).click();
  await pressAndSee('Continue visit', screen.getByRole('heading', { name: question }));
  expect(await farAnswer()).toBe('notYet');
});
