import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { photoOf } from '../../testing/evidence.ts';
import { photoLinks, verificationOf } from '../../testing/verifications.ts';
import { PhotoGallery } from './PhotoGallery.tsx';
import { describeDistances, photosOf } from './photos.ts';

const [pixel = ''] = String(photoLinks[0]).split('#');
const three = photosOf(verificationOf({ image_urls: [1, 2, 3].map((n) => `${pixel}#${n}`) }));

function Removable() {
  const [photos, setPhotos] = useState(three);
  return (
    <PhotoGallery
      photos={photos}
      onRemove={(gone) => setPhotos((old) => old.filter((photo) => photo !== gone))}
      empty="No images"
    />
  );
}

test('removes one photo on a double click', async () => {
  const screen = await render(<Removable />);
  const remove = screen.getByRole('button', { name: /^Remove/ });
  const { x, y } = remove.first().element().getBoundingClientRect();
  await userEvent.dblClick(document.body, { position: { x: x + 12, y: y + 12 } });
  await expect.poll(() => remove.elements().length).toBe(2);
});

test('removes photos one by one by key, with the focus staying in the gallery', async () => {
  const screen = await render(<Removable />);
  const remove = screen.getByRole('button', { name: /^Remove/ });
  (await remove.nth(1).findElement()).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Remove photo 3 of 3' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Remove photo 1 of 3' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('No images')).toHaveFocus();
});

// Covers: verifications-12
test('turns the large picture by key, and shows the next one upright', async () => {
  const screen = await render(<Removable />);
  await screen.getByRole('button', { name: 'Enlarge photo 1 of 3' }).click();
  const turned = (times: number) =>
    expect
      .poll(() => document.querySelector(`.yarl__slide_current .turned-${times}`))
      .not.toBeNull();
  await turned(0);
  await expect.element(screen.getByRole('button', { name: 'Rotate' })).toBeVisible();
  await userEvent.keyboard('r');
  await turned(1);
  await userEvent.keyboard('R');
  await turned(2);
  await userEvent.keyboard('{ArrowRight}');
  await turned(0);
});

// Covers: door-photos-3
test('says of a photo that the agent cropped it', () => {
  const photo = { ...photoOf('a'), shows: 'document', source: 'viewfinder', accuracy_m: 8 };
  const of = (is_cropped: boolean) =>
    photosOf(verificationOf({ image_urls: [photo.url], photos: [{ ...photo, is_cropped }] }))[0];
  expect(of(true)?.shows).toBe('Document, taken in the app, cropped by the agent, within 8 m');
  expect(of(false)?.shows).toBe('Document, taken in the app, within 8 m');
});

// Covers: verifications-11
test('shows how far from the visit the photos were taken', async () => {
  const photos = photosOf(
    verificationOf({
      ...{ latitude: 18.5204, longitude: 73.8567 },
      photos: [
        { ...photoOf('a'), latitude: 18.5204, longitude: 73.85684321 },
        { ...photoOf('a'), latitude: 18.5304, longitude: 73.8567 },
      ],
    }),
  );
  expect(photos.map(({ taken }) => taken?.place)).toEqual([
    '18.5204, 73.85684',
    '18.5304, 73.8567',
  ]);
  const screen = await render(<PhotoGallery photos={photos} empty="No images" />);
  await expect.element(screen.getByText(/15 m from the visit$/)).toBeVisible();
  await expect.element(screen.getByText(/1\.1 km from the visit$/)).toBeVisible();
  expect(describeDistances(photos)).toBe('Taken 15 m to 1.1 km from the visit');
  const nowhere = { url: '', thumbnail: '', original: '', alt: '' };
  expect(describeDistances([...photos, nowhere])).toMatch(/, 1 without a recorded place$/);
  expect(describeDistances([nowhere])).toBeUndefined();
});
