import { expect, test } from 'vitest';
import { photoOf } from '../../testing/evidence.ts';
import { verificationOf } from '../../testing/verifications.ts';
import { casePhotosOf } from './case-photos.ts';

test('says what each photo shows, and when and where it was taken', () => {
  const captured_at = '2026-03-05T05:12:00.000Z';
  const place = { latitude: 18.5204, longitude: 73.8567 };
  const door = { ...photoOf('own-1'), ...place, captured_at, shows: 'door', is_cropped: true };
  const photos = casePhotosOf(verificationOf({ photos: [door, photoOf('own-2', 1)] }));
  expect(photos).toMatchObject([
    {
      ...{ label: 'Door', alt: 'Door, photo 1 of 2', isCropped: true },
      ...{ time: '10:42 AM', taken: 'Mar 5, 2026, 10:42 AM', point: place, distance: 0 },
      pixels: '1600 × 1200',
    },
    { label: 'Photo 2', alt: 'Photo 2 of 2', isCropped: false, point: undefined },
  ]);
});
