import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { anil, beginVisit, fixOf, openPhone, savePhoto } from '../../../testing/day.ts';

afterEach(() => history.replaceState(null, '', '/'));

// Covers: visit-form-5
test('needs a photo of a locked door, or the reason why there is none', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'locked', fixes: [fixOf(12)] });
  await savePhoto(visitId, 'other');
  history.replaceState(null, '', `/field/visit/${visitId}/again`);
  const screen = await render(<App />);
  await screen.getByRole('button', { name: 'Tomorrow morning' }).click();
  await pressAndSee('Finish', screen.getByRole('button', { name: 'Take: Door' }));
  await expect.element(screen.getByRole('button', { name: 'Next' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: "Can't take a photo" }).click();
  await screen.getByRole('button', { name: 'Door', exact: true }).click();
  await screen.getByRole('button', { name: 'Not safe' }).click();
  await screen.getByRole('button', { name: 'Next' }).click();
  await screen.getByRole('button', { name: 'Finish' }).click();
  await expect
    .element(screen.getByRole('heading', { name: 'Saved safely on this phone' }))
    .toBeVisible();
});
