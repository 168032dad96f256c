import type { ManifestPhoto, PhotoSubject } from '@doorstep/contract/visits/manifest';
import { expect, test } from 'vitest';
import { goTo } from '../../../lib/address.ts';
import type { PhotoFault } from '../../../lib/capture/quality/measure-photo.ts';
import { advise } from '../../../lib/visit/photo-advice.ts';
import { savePhoto } from '../../../testing/day.ts';
import { expectHeading, openVisit } from '../../../testing/open-app.tsx';
import { holdPlace } from '../../../testing/troubles.ts';

async function openCamera(subject: string) {
  const { visitId, screen, draft } = await openVisit(`camera/${subject}`);
  const taken = async () => (await draft())?.photos.map(({ shows }) => shows);
  const ready = async (name: string) => {
    const shutter = screen.getByRole('button', { name: `Take photo: ${name}` });
    await expect.element(shutter).toHaveAttribute('aria-disabled', 'false');
    return shutter;
  };
  return { visitId, screen, taken, ready };
}

// Covers: door-photos-4
test('reminds of Aadhaar numbers after a document, and takes it again even before it is stored', async () => {
  // The agent takes the first photo again before its place is found.
  const { find } = holdPlace();
  const { screen, taken, ready } = await openCamera('document');
  await (await ready('Document')).click();
  const reminder = screen.getByText(/Cover the first eight digits of an Aadhaar number/);
  await expect.element(reminder).toBeVisible();
  await screen.getByRole('button', { name: 'Take again' }).click();
  await expect.element(reminder).not.toBeInTheDocument();
  await (await ready('Document')).click();
  const stored = () => {
    find();
    return taken();
  };
  await expect.poll(stored).toEqual(['document']);
  // The agent goes on, so the reminder of the second photo ends.
  await (await ready('Door')).click();
  await expect.element(reminder).not.toBeInTheDocument();
  await expect.poll(stored).toEqual(['document', 'door']);
});

// Covers: door-photos-2
test('says that a name plate looks blurred, until the agent keeps it or takes it again', async () => {
  const { visitId, screen, taken, ready } = await openCamera('door');
  await ready('Door');
  const photo = await savePhoto(visitId, 'nameplate');
  const find = (
    id: string,
    shows: PhotoSubject,
    stored: ManifestPhoto | undefined,
    ...faults: PhotoFault[]
  ) => advise(id, shows, Promise.resolve(stored), async () => faults)?.(new Uint8Array());
  find(visitId, 'nameplate', photo, 'blurred', 'glare');
  const notice = screen.getByText('Name plate: This photo looks blurred.');
  await expect.element(notice).toBeVisible();
  await expect.element(screen.getByText('There is a bright reflection.')).toBeVisible();
  find('another visit', 'document', photo, 'glare');
  await expect.element(notice).toBeVisible();
  find(visitId, 'document', undefined);
  await expect.element(notice).toBeVisible();
  await (await ready('Door')).click();
  await expect.element(screen.getByRole('button', { name: 'Look at Door' })).toBeVisible();
  await expect.element(notice).toBeVisible();
  await screen.getByRole('button', { name: 'Keep photo' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  expect(await taken()).toEqual(['nameplate', 'door']);
  find(visitId, 'nameplate', photo);
  goTo(`/visit/${visitId}/photos`);
  await expectHeading('Photos');
  const again = screen.getByRole('button', { name: 'Take again' });
  await expect.element(again).not.toBeInTheDocument();
  find(visitId, 'nameplate', photo, 'blurred');
  await again.click();
  await (await ready('Name plate')).click();
  await expect.poll(taken).toEqual(['door', 'nameplate']);
});
