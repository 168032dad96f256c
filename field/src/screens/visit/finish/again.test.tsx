import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
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
