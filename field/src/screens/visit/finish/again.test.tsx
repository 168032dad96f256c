import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test, vi } from 'vitest';
import { expectHeading, openVisit } from '../../../testing/open-app.tsx';

// Covers: visit-form-5
test('needs a photo of a locked door, or the reason why there is none', async () => {
  const locked = { outcome: 'locked', isFinal: null } as const;
  const { screen } = await openVisit('again', locked, { photos: ['other'] });
  await screen.getByRole('button', { name: 'Tomorrow morning' }).click();
  await pressAndSee('Finish', screen.getByRole('button', { name: 'Take: Door' }));
  await expect.element(screen.getByRole('button', { name: 'Next' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Can’t take a photo' }).click();
  await screen.getByRole('button', { name: 'Door', exact: true }).click();
  await screen.getByRole('button', { name: 'Not safe' }).click();
  await screen.getByRole('button', { name: 'Next' }).click();
  await screen.getByRole('button', { name: 'Finish' }).click();
  await expectHeading('Saved safely on this phone');
});

test('offers this evening until 18:00, and any other day at 10:00', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 17, 59) });
  const locked = { outcome: 'locked', isFinal: null } as const;
  const { screen, draft } = await openVisit('again', locked, { photos: ['door'] });
  const evening = screen.getByRole('button', { name: 'This evening' });
  await evening.click();
  await expect.poll(draft).toMatchObject({ tryAgainAt: expect.stringMatching(/-22T18:00/) });
  vi.setSystemTime(new Date(2026, 10, 22, 18));
  await screen.getByRole('button', { name: 'Another day' }).click();
  await expect.poll(draft).toMatchObject({ tryAgainAt: expect.stringMatching(/-24T10:00/) });
  await expect.element(evening).not.toBeInTheDocument();
  await screen.getByLabelText('Which day?').fill('2026-11-27');
  await expect.poll(draft).toMatchObject({ tryAgainAt: expect.stringMatching(/-27T10:00/) });
});
