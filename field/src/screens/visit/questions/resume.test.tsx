import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { changeDraft, readDraft } from '../../../lib/visit/draft.ts';
import { anil, beginVisit, openPhone } from '../../../testing/day.ts';
import { planOf, withAnswer } from '../steps.ts';

afterEach(() => history.replaceState(null, '', '/'));

test('opens a continued visit at the first question that is neither answered nor skipped', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true, step: 'questions' });
  const answered = await changeDraft(visitId, (draft) =>
    planOf(draft)
      .questions.slice(0, 3)
      .reduce((before, question) => withAnswer(before, question, 'Yes'), draft),
  );
  const of = answered ? planOf(answered).questions.length : 0;
  history.replaceState(null, '', `/field/task/${task.id}`);
  const screen = await render(<App />);
  const goOn = async () => {
    await screen.getByRole('button', { name: 'Continue visit' }).click();
    await screen.getByRole('button', { name: 'No, I was there before' }).click();
  };
  await goOn();
  await expect.element(screen.getByText(`4 of ${of}`)).toBeVisible();
  await pressAndSee('Skip', screen.getByText(`5 of ${of}`));
  await expect.poll(async () => (await readDraft(visitId))?.passed).toHaveLength(1);
  history.replaceState(null, '', `/field/task/${task.id}`);
  window.dispatchEvent(new PopStateEvent('popstate'));
  await goOn();
  await expect.element(screen.getByText(`5 of ${of}`)).toBeVisible();
});
