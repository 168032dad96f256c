import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { changeDraft, readDraft } from '../../../lib/visit/draft.ts';
import { removePhoto } from '../../../lib/visit/photos.ts';
import { anil, beginVisit, openPhone, savePhoto } from '../../../testing/day.ts';
import { picture } from '../../../testing/phone.ts';
import { endTroubles, simulateFullStore } from '../../../testing/troubles.ts';

afterEach(() => {
  vi.restoreAllMocks();
  endTroubles();
  history.replaceState(null, '', '/');
});

async function openCameraStep() {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  history.replaceState(null, '', `/field/visit/${visitId}/camera/door`);
  return { visitId, screen: await render(<App />) };
}

test('saves a wanted photo and moves on to the next subject', async () => {
  const { visitId, screen } = await openCameraStep();
  const shutter = screen.getByRole('button', { name: 'Take photo: Door' });
  await expect.element(shutter).toHaveAttribute('aria-disabled', 'false');
  await pressAndSee(shutter, screen.getByRole('button', { name: 'Look at Door' }));
  await expect
    .element(screen.getByRole('button', { name: 'Take photo: Name plate' }))
    .toBeVisible();
  await expect
    .poll(async () => (await readDraft(visitId))?.photos)
    .toMatchObject([{ shows: 'door', source: 'viewfinder' }]);
});

test('takes photos faster than the phone saves them, each subject once', async () => {
  // No photo gets its place before all photos are taken.
  const onPlace: PositionCallback[] = [];
  vi.spyOn(navigator.geolocation, 'watchPosition').mockImplementation((onFound) =>
    onPlace.push(onFound),
  );
  const { visitId, screen } = await openCameraStep();
  for (const name of ['Door', 'Name plate', 'Person met', 'Agent at the address', 'Street']) {
    const shutter = screen.getByRole('button', { name: `Take photo: ${name}` });
    await expect.element(shutter).toHaveAttribute('aria-disabled', 'false');
    await shutter.click();
  }
  const coords = { latitude: 18.5, longitude: 73.8, accuracy: 9, altitude: null };
  await expect
    .poll(async () => {
      for (const find of onPlace) find({ coords, timestamp: Date.now() } as GeolocationPosition);
      return (await readDraft(visitId))?.photos.map(({ shows }) => shows).toSorted();
    })
    .toEqual(['agent', 'door', 'nameplate', 'person', 'street']);
});

// Covers: field-app-31
test('says after the last wanted photo that all are taken, until it is deleted', async () => {
  const { visitId, screen } = await openCameraStep();
  for (const shows of ['nameplate', 'person', 'street'] as const) await savePhoto(visitId, shows);
  await changeDraft(visitId, (draft) => ({
    ...draft,
    skipped: [{ shows: 'agent', reason: 'refused' }],
  }));
  const shutter = screen.getByRole('button', { name: 'Take photo: Door' });
  await expect.element(shutter).toHaveAttribute('aria-disabled', 'false');
  const allTaken = screen.getByText('All wanted photos are taken', { exact: true });
  await expect.element(allTaken).not.toBeInTheDocument();
  await pressAndSee(shutter, allTaken);
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent(/All wanted photos are taken/);
  // Photos that are still being saved already count.
  const photosOf = async () => (await readDraft(visitId))?.photos;
  await expect.poll(photosOf).toHaveLength(4);
  const plate = (await photosOf())?.find(({ shows }) => shows === 'nameplate');
  await removePhoto(visitId, plate?.sha256 ?? '');
  await expect.element(allTaken).not.toBeInTheDocument();
});

test('offers the camera app if the camera is forbidden, and marks its photo', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(
    new DOMException('Permission denied', 'NotAllowedError'),
  );
  const { visitId, screen } = await openCameraStep();
  await expect
    .element(screen.getByRole('heading', { name: 'The camera is off for Doorstep' }))
    .toHaveFocus();
  await expect.element(screen.getByText(/^Tap the lock next to the address/)).toBeVisible();
  const file = new File([await picture(400, 300)], 'door.jpg', { type: 'image/jpeg' });
  await screen.getByLabelText('Use the camera app').upload(file);
  await expect
    .poll(async () => (await readDraft(visitId))?.photos)
    .toMatchObject([{ shows: 'door', source: 'camera_app' }]);
});

test('replaces the first photo when it is retaken, and leads from Done to the photos', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const { sha256 } = await savePhoto(visitId, 'door');
  history.replaceState(null, '', `/field/visit/${visitId}/photos`);
  const screen = await render(<App />);
  await screen.getByRole('button', { name: 'Door, taken' }).click();
  await screen.getByRole('button', { name: 'Take again' }).click();
  const shutter = screen.getByRole('button', { name: 'Take photo: Door' });
  await expect.element(shutter).toHaveAttribute('aria-disabled', 'false');
  await shutter.click();
  await expect
    .poll(async () => (await readDraft(visitId))?.photos.map((photo) => photo.sha256 !== sha256))
    .toEqual([true]);
  await pressAndSee('Done', screen.getByRole('heading', { name: 'Photos' }));
});

test('shows the existing photos at the address of a deleted one', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  history.replaceState(null, '', `/field/visit/${visitId}/photo/${'0'.repeat(64)}`);
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Photos' })).toBeVisible();
});

// Covers: field-app-18
test('keeps a photo that a full phone can’t delete, and says why', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const { sha256 } = await savePhoto(visitId, 'door');
  history.replaceState(null, '', `/field/visit/${visitId}/photo/${sha256}`);
  const screen = await render(<App />);
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('photos');
  simulateFullStore('drafts');
  await screen.getByRole('button', { name: 'Delete' }).click();
  await screen.getByRole('button', { name: 'Yes, delete' }).click();
  const alert = screen.getByRole('alert').getByText('Not saved: this phone is full');
  await expect.element(alert).toBeVisible();
  await expect
    .poll(async () => (await readDraft(visitId))?.photos.map((photo) => photo.sha256))
    .toEqual([sha256]);
  endTroubles();
  await pressAndSee(
    screen.getByRole('button', { name: 'Yes, delete' }),
    screen.getByRole('heading', { name: 'Photos' }),
  );
  await expect.poll(async () => (await readDraft(visitId))?.photos).toEqual([]);
});

test('starts a screen reader at what to take, and moves it to the button that deletes', async () => {
  const { visitId, screen } = await openCameraStep();
  await expect.element(screen.getByRole('heading', { name: 'Take photo: Door' })).toHaveFocus();
  await savePhoto(visitId, 'door');
  await screen.getByRole('button', { name: 'Look at Door' }).click();
  await screen.getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByRole('button', { name: 'Yes, delete' })).toHaveFocus();
});

test('reopens a camera that the phone took away', async () => {
  const open = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  const { screen } = await openCameraStep();
  const shutter = screen.getByRole('button', { name: 'Take photo: Door' });
  await expect.element(shutter).toHaveAttribute('aria-disabled', 'false');
  const stream: MediaStream = await open.mock.results[0]?.value;
  const [track] = stream.getVideoTracks();
  // Sends the event itself, because a page that stops its own track gets no event.
  track?.stop();
  track?.dispatchEvent(new Event('ended'));
  await expect.poll(() => open.mock.calls.length).toBe(2);
  await pressAndSee(shutter, screen.getByRole('button', { name: 'Look at Door' }));
});

test('names the phone’s settings in the installed app, which has no address bar', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(
    new DOMException('Permission denied', 'NotAllowedError'),
  );
  const ask = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    ask(query.includes('standalone') ? 'all' : query),
  );
  const { screen } = await openCameraStep();
  await expect
    .element(screen.getByText(/^Open the phone's Settings, Apps, Doorstep, Permissions, Camera/))
    .toBeVisible();
});
