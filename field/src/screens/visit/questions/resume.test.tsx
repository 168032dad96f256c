import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { goTo } from '../../../lib/address.ts';
import { changeDraft } from '../../../lib/visit/draft.ts';
import { anil } from '../../../testing/day.ts';
import { openVisit } from '../../../testing/open-app.tsx';
import { planOf, withAnswer } from '../steps.ts';

test('opens a continued visit at the first question that is neither answered nor skipped', async () => {
  const { visitId, screen, draft } = await openVisit('questions/1', { step: 'questions' });
  const { questions } = planOf({ task: anil(), outcome: 'met', isFinal: true });
  const of = questions.length;
  await changeDraft(visitId, (before) =>
    questions.slice(0, 3).reduce((now, question) => withAnswer(now, question, 'Yes'), before),
  );
  const goOn = async () => {
    goTo(`/task/${anil().id}`);
    await screen.getByRole('button', { name: 'Continue visit' }).click();
    await screen.getByRole('button', { name: 'No, I was there before' }).click();
  };
  await goOn();
  await expect.element(screen.getByText(`4 of ${of}`)).toBeVisible();
  await pressAndSee('Skip', screen.getByText(`5 of ${of}`));
  await expect.poll(async () => (await draft())?.passed).toHaveLength(1);
  await goOn();
  await expect.element(screen.getByText(`5 of ${of}`)).toBeVisible();
});
