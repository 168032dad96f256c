import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { goTo } from '../../../lib/address.ts';
import { placeOf } from '../../../lib/place/place-of-visit.ts';
import { forgetVisitShown } from '../../../lib/visit/at-door.ts';
import { changeDraft, readDraft } from '../../../lib/visit/draft.ts';
import { anil, beginVisit, openPhone } from '../../../testing/day.ts';

const task = anil();
const question = 'Are you at the door now?';
const [office, door] = [18.4, 18.52];
/** The place that the phone reports from now on; null reports none. */
let here: { latitude: number; accuracy: number } | null;
let stop: () => void;

beforeEach(async () => {
  here = { latitude: office, accuracy: 6 };
  const watch = vi
    .spyOn(navigator.geolocation, 'watchPosition')
    .mockImplementation((onFound: (position: GeolocationPosition) => void) => {
      const coords = { ...here, longitude: 73.8, altitude: null };
      const position = { coords, timestamp: Date.now() } as GeolocationPosition;
      if (here) queueMicrotask(() => onFound(position));
      return 1;
    });
  stop = () => watch.mockRestore();
  await openPhone([task]);
});
afterEach(() => {
  stop();
  history.replaceState(null, '', '/');
});

const openAt = (address: string) => {
  history.replaceState(null, '', `/field${address}`);
  return render(<App />);
};
const placeIn = async (visitId: string) => {
  const draft = await readDraft(visitId);
  return draft && placeOf(draft)?.latitude;
};

/** A visit that was started at the office, up to its photos, and is then continued at another place. */
async function continueAt(latitude: number | null) {
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true, step: 'photos' });
  const early = '2026-11-22T09:00:00.000+05:30';
  const fix = { longitude: 73.8, accuracy_m: 6, at: early, mono_ms: 1 };
  await changeDraft(visitId, (draft) => ({
    ...draft,
    ...{ begunAt: early, arrivedAt: early, fixes: [{ ...fix, latitude: office }] },
  }));
  here = latitude === null ? null : { latitude, accuracy: 15 };
  const screen = await openAt(`/task/${task.id}`);
  await screen.getByRole('button', { name: 'Continue visit' }).click();
  await expect.element(screen.getByRole('heading', { name: question })).toHaveFocus();
  return { screen, visitId, early };
}

// Covers: field-app-30
test('a visit continued at the door gets its place and its arrival from there, and goes on where it was', async () => {
  const { screen, visitId, early } = await continueAt(door);
  await pressAndSee(
    screen.getByRole('button', { name: 'Yes, at the door' }),
    screen.getByText('15 m', { exact: true }),
  );
  await pressAndSee('Next', screen.getByRole('heading', { name: 'Photos' }));
  await expect.poll(() => placeIn(visitId)).toBe(door);
  await expect
    .poll(() => readDraft(visitId))
    .toMatchObject({ begunAt: early, step: 'photos', fixes: { length: 2 } });
  const draft = await readDraft(visitId);
  expect(Date.parse(draft?.arrivedAt ?? '')).toBeGreaterThan(Date.parse(early));
});

// Covers: field-app-30
test('a visit finished from elsewhere keeps the place and the arrival at the door', async () => {
  const { screen, visitId, early } = await continueAt(door);
  await pressAndSee(
    screen.getByRole('button', { name: 'No, I was there before' }),
    screen.getByRole('heading', { name: 'Photos' }),
  );
  // Looking at the step again doesn't look for the place again.
  goTo(`/visit/${visitId}/where`);
  await expect.element(screen.getByText('6 m', { exact: true })).toBeVisible();
  await expect.poll(() => placeIn(visitId)).toBe(office);
  await expect.poll(async () => (await readDraft(visitId))?.arrivedAt).toBe(early);
});

// Covers: field-app-30
test('at the door without a fix the visit has no place, rather than that of the office', async () => {
  const { screen, visitId } = await continueAt(null);
  await pressAndSee(
    screen.getByRole('button', { name: 'Yes, at the door' }),
    screen.getByText('Looking for the place…'),
  );
  await expect.poll(() => placeIn(visitId)).toBeUndefined();
  await expect.poll(async () => (await readDraft(visitId))?.fixes).toHaveLength(1);
});

test('an agent who is not there yet is back at the task, and is asked again', async () => {
  const { screen } = await continueAt(null);
  await screen.getByRole('button', { name: 'Not there yet' }).click();
  await pressAndSee('Continue visit', screen.getByRole('heading', { name: question }));
});

// Covers: field-app-30
test('Look again is offered beside a good place, and finds the door after the way there', async () => {
  const visitId = await beginVisit(task);
  const screen = await openAt(`/visit/${visitId}/where`);
  await expect.element(screen.getByText('6 m', { exact: true })).toBeVisible();
  here = { latitude: door, accuracy: 15 };
  await pressAndSee('Look again', screen.getByText('15 m', { exact: true }));
  await expect.poll(() => placeIn(visitId)).toBe(door);
});

// Covers: field-app-30
test('a page that was closed, and one that was away for long, ask; one that was away for a moment does not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const visitId = await beginVisit(task);
  let isVisible = true;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
    isVisible ? 'visible' : 'hidden',
  );
  onTestFinished(() => void vi.restoreAllMocks());
  const away = (minutes: number) => {
    for (isVisible of [false, true]) {
      if (isVisible) vi.advanceTimersByTime(minutes * 60_000);
      document.dispatchEvent(new Event('visibilitychange'));
    }
  };
  const screen = await openAt(`/visit/${visitId}/found`);
  const heading = screen.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('What did you find?');
  away(4);
  await expect.poll(() => heading.element().textContent).toBe('What did you find?');
  away(6);
  await expect.element(heading).toHaveTextContent(question);
  await screen.getByRole('button', { name: 'No, I was there before' }).click();
  await expect.element(heading).toHaveTextContent('What did you find?');

  // Another page knows nothing of this one.
  await screen.unmount();
  forgetVisitShown();
  const next = await openAt(`/visit/${visitId}/found`);
  await expect.element(next.getByRole('heading', { name: question })).toBeVisible();
});
