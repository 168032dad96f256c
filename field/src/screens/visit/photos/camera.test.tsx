import { limits } from '@doorstep/contract/limits';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import type { ManifestPhoto } from '@doorstep/contract/visits/manifest';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { goTo } from '../../../lib/address.ts';
import { removePhoto } from '../../../lib/visit/photos.ts';
import { savePhoto } from '../../../testing/day.ts';
import {
  countPictures,
  countTicks,
  expectFocus,
  expectFull,
  expectHeading,
  expectText,
  openVisit,
} from '../../../testing/open-app.tsx';
import { picture } from '../../../testing/phone.ts';
import {
  endTroubles,
  forbidCamera,
  holdPlace,
  simulateFullStore,
} from '../../../testing/troubles.ts';

/** Waits until the camera is ready to take this subject. */
async function readyShutter(name: string) {
  const shutter = page.getByRole('button', { name: `Take photo: ${name}` });
  await expect.element(shutter).toHaveAttribute('aria-disabled', 'false');
  return shutter;
}

test('saves a wanted photo and moves on to the next subject', async () => {
  const { screen, draft } = await openVisit('camera/door');
  await pressAndSee(
    await readyShutter('Door'),
    screen.getByRole('button', { name: 'Look at Door' }),
  );
  await expect.poll(countPictures).toBe(1);
  await readyShutter('Name plate');
  const chosen = screen.getByRole('button', { name: 'Name plate', exact: true, pressed: true });
  await expect.element(chosen).toBeVisible();
  await expect.poll(countTicks).toBe(1);
  const photos = [{ shows: 'door', source: 'viewfinder' }];
  await expect.poll(draft).toMatchObject({ photos });
});

test('takes photos faster than the phone saves them, each subject once', async () => {
  // No photo gets its place before all photos are taken.
  const { find } = holdPlace();
  const { draft } = await openVisit('camera/door');
  for (const name of ['Door', 'Name plate', 'Person met', 'Agent at the address', 'Street']) {
    await (await readyShutter(name)).click();
  }
  await expect
    .poll(async () => {
      find();
      return (await draft())?.photos.map(({ shows }) => shows).toSorted();
    })
    .toEqual(['agent', 'door', 'nameplate', 'person', 'street']);
});

// Covers: field-app-31
test('says after the last wanted photo that all are taken, until it is deleted', async () => {
  const { visitId, screen, draft } = await openVisit(
    'camera/door',
    { skipped: [{ shows: 'agent', reason: 'refused' }] },
    { photos: ['nameplate', 'person', 'street'] },
  );
  const shutter = await readyShutter('Door');
  const allTaken = screen.getByText('All wanted photos are taken', { exact: true });
  await expect.element(allTaken).not.toBeInTheDocument();
  await pressAndSee(shutter, allTaken);
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent(/All wanted photos are taken/);
  // Photos that are still being saved already count.
  const photosOf = async () => (await draft())?.photos;
  await expect.poll(photosOf).toHaveLength(4);
  const plate = (await photosOf())?.find(({ shows }) => shows === 'nameplate');
  await removePhoto(visitId, plate?.sha256 ?? '');
  await expect.element(allTaken).not.toBeInTheDocument();
});

// Covers: field-app-18
test('says that a full phone can’t save a photo, and asks for its subject again', async () => {
  const { draft } = await openVisit('camera/door');
  const shutter = await readyShutter('Door');
  simulateFullStore('photos');
  await shutter.click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent(/^Not saved: this phone is full/);
  endTroubles();
  await (await readyShutter('Name plate')).click();
  await expect.element(alert).not.toBeInTheDocument();
  await readyShutter('Door');
  await expect.poll(async () => (await draft())?.photos).toHaveLength(1);
});

test('takes no more photos than the office accepts, but takes one of them again', async () => {
  const photos = Array.from({ length: limits.photosPerVerification }, (_, at) => ({
    ...{ shows: 'other', sha256: `${at}` },
  })) as ManifestPhoto[];
  const { visitId, screen } = await openVisit('photos', { photos });
  await expectText(/^At most \d+ photos\.$/);
  await expect.element(screen.getByRole('button', { name: 'Another' })).not.toBeInTheDocument();
  goTo(`/visit/${visitId}/camera/other.0`);
  await readyShutter('Another');
  goTo(`/visit/${visitId}/camera/other`);
  await expectText(/^At most \d+ photos\.$/);
  const shutter = screen.getByRole('button', { name: 'Take photo: Another' });
  await expect.element(shutter).toHaveAttribute('aria-disabled', 'true');
});

test('offers the camera app if the camera is forbidden, and marks its photo', async () => {
  forbidCamera();
  const { visitId, screen, draft } = await openVisit('camera/door');
  await expectFocus('The camera is off for Doorstep');
  await expectText(/^Tap the lock next to the address/);
  const alert = screen.getByRole('alert');
  await expect.element(alert).not.toBeInTheDocument();
  const file = new File([await picture(400, 300)], 'door.jpg', { type: 'image/jpeg' });
  await screen.getByLabelText('Use the camera app').upload(file);
  const photos = [{ shows: 'door', source: 'camera_app' }];
  await expect.poll(draft).toMatchObject({ photos });
  goTo(`/visit/${visitId}/photo/${(await draft())?.photos[0]?.sha256}`);
  await expectText(/· taken with the camera app$/);
});

test('replaces the first photo when it is retaken, and leads from Done to the photos', async () => {
  const { screen, draft } = await openVisit('photos', {}, { photos: ['door'] });
  const first = (await draft())?.photos[0]?.sha256;
  await expect.poll(countPictures).toBe(1);
  await pressAndSee('Door, taken', screen.getByRole('img', { name: 'Door' }));
  await screen.getByRole('button', { name: 'Take again' }).click();
  await (await readyShutter('Door')).click();
  await expect
    .poll(async () => (await draft())?.photos.map(({ sha256 }) => sha256 !== first))
    .toEqual([true]);
  await pressAndSee('Done', screen.getByRole('heading', { name: 'Photos' }));
});

test('shows the existing photos at the address of a deleted one', async () => {
  await openVisit(`photo/${'0'.repeat(64)}`);
  await expectHeading('Photos');
});

// Covers: field-app-18
test('keeps a photo that a full phone can’t delete, and says why', async () => {
  const { screen, draft } = await openVisit('photo/:sha256', {}, { photos: ['door'] });
  await expect.poll(draft).toMatchObject({ step: 'photos' });
  simulateFullStore('drafts');
  await screen.getByRole('button', { name: 'Delete' }).click();
  await screen.getByRole('button', { name: 'Yes, delete' }).click();
  await expectFull();
  await expect.poll(async () => (await draft())?.photos).toHaveLength(1);
  endTroubles();
  await pressAndSee('Yes, delete', screen.getByRole('heading', { name: 'Photos' }));
  await expect.poll(async () => (await draft())?.photos).toEqual([]);
});

test('starts a screen reader at what to take, and moves it to the button that deletes', async () => {
  const { visitId, screen } = await openVisit('camera/door');
  await expectFocus('Take photo: Door');
  await savePhoto(visitId, 'door');
  await screen.getByRole('button', { name: 'Look at Door' }).click();
  await screen.getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByRole('button', { name: 'Yes, delete' })).toHaveFocus();
});

test('reopens a camera that the phone took away', async () => {
  const { promise: cameraFreed, resolve: release } = Promise.withResolvers<void>();
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const open = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  const { screen } = await openVisit('camera/door');
  const shutter = await readyShutter('Door');
  const stream: MediaStream = await open.mock.results[0]?.value;
  const [track] = stream.getVideoTracks();
  open.mockImplementation((wanted) => cameraFreed.then(() => ask(wanted)));
  // The test sends the event, because the browser sends none if the page itself stops the track.
  track?.stop();
  track?.dispatchEvent(new Event('ended'));
  await expect.poll(() => open.mock.calls.length).toBe(2);
  await expect.element(shutter).toHaveAttribute('aria-disabled', 'true');
  release();
  await readyShutter('Door');
  await pressAndSee(shutter, screen.getByRole('button', { name: 'Look at Door' }));
});

test('names the phone’s settings in the installed app, which has no address bar', async () => {
  forbidCamera();
  const ask = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    ask(query.includes('standalone') ? 'all' : query),
  );
  await openVisit('camera/door');
  await expectText(/^Open the phone’s Settings, Apps, Doorstep, Permissions, Camera/);
});
