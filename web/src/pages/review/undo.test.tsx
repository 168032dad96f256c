import { undoDecision } from '@doorstep/contract/review';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { decideVerification, getVerification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { press } from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { answerCases, caseOf, deskOf, nameOf, openDesk } from '../../testing/review-desk.ts';
import { decidedBy } from '../../testing/verifications.ts';

// Covers: review-6
test('shows the last case on Z, and accepts no decision there before the undo', async () => {
  const desk = deskOf([501, 502]);
  const undone = Promise.withResolvers<void>();
  answer(undoDecision, async ({ params }) => {
    await undone.promise;
    desk.left = [Number(params.id), ...desk.left];
    return { success: true as const, message: 'Taken back.' };
  });
  const { screen, shows, focuses } = await openDesk();
  await press('p');
  await shows(502);
  await expect.poll(() => desk.sent.length).toBe(1);
  await userEvent.keyboard('{Control>}z{/Control}');
  await focuses(501);
  await press('n');
  const negative = screen.getByRole('button', { name: 'Negative' });
  await expect.element(negative).toHaveAttribute('aria-disabled', 'true');
  undone.resolve();
  await expect.element(negative).not.toHaveAttribute('aria-disabled');
  await shows(501);
  await expect.poll(() => desk.sent).toHaveLength(1);
  await expect
    .element(screen.getByRole('button', { name: 'Undo' }))
    .toHaveAttribute('aria-disabled');
});

// Covers: review-6
test('undoes a decision in progress once when Z is pressed twice', async () => {
  const desk = deskOf([501, 502]);
  const recorded = Promise.withResolvers<void>();
  const calls: string[] = [];
  answer(decideVerification, async () => {
    await recorded.promise;
    calls.push('decided');
    return { success: true as const, message: 'Stored.' };
  });
  answer(undoDecision, ({ params }) => {
    calls.push('undone');
    if (calls.join() !== 'decided,undone') return failure(409, { message: 'Nothing to undo.' });
    desk.left = [Number(params.id), ...desk.left];
    return { success: true as const, message: 'Taken back.' };
  });
  const { screen, shows } = await openDesk();
  await press('p');
  await shows(502);
  await userEvent.keyboard('zz');
  recorded.resolve();
  await shows(501);
  await expect.poll(() => calls).toEqual(['decided', 'undone']);
  await expect.element(screen.getByText(/Nothing to undo/)).not.toBeInTheDocument();
});

// Covers: review-6
test('shows whether a case was undone when the answer to Z is lost', async () => {
  deskOf([501, 502]);
  let decision: 'pending' | 'positive' = 'pending';
  answerCases((id) => id === 501 && { admin_decision: decision });
  answer(decideVerification, () => {
    decision = 'positive';
    return { success: true as const, message: 'Stored.' };
  });
  let tries = 0;
  answer(undoDecision, () => {
    tries += 1;
    if (tries > 1) decision = 'pending';
    return noConnection();
  });
  const { screen, shows } = await openDesk();
  await press('p');
  await shows(502);
  await userEvent.keyboard('z');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/Not undone.*The undo request did not reach the server\. Try again\./);
  await userEvent.keyboard('z');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await shows(501);
});

/** Simulates a server that stores each decision, but whose answers to decisions are lost. */
function losingAnswers(ids: number[]) {
  const desk = { ...deskOf(ids), recorded: new Set<string>() };
  answer(decideVerification, ({ params }) => {
    desk.recorded.add(String(params.id));
    return noConnection();
  });
  answerCases((id) => desk.recorded.has(String(id)) && decidedBy(1, 'Nandini Kulkarni'));
  answer(undoDecision, ({ params }) => {
    desk.recorded.delete(String(params.id));
    return { success: true as const, message: 'Taken back.' };
  });
  return desk;
}

// Covers: review-5, review-6
test('shows a decision whose answer was lost: the next case stays, and Z undoes it', async () => {
  const { recorded } = losingAnswers([501, 502]);
  const { screen, shows } = await openDesk();
  await press('p');
  await expect.poll(() => recorded.size).toBe(1);
  await shows(502);
  await userEvent.keyboard('z');
  await shows(501);
  await expect.poll(() => recorded.size).toBe(0);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

// Covers: review-6
test('says on its case why an undo was rejected, and continues on Enter', async () => {
  losingAnswers([501, 502]);
  answer(undoDecision, () =>
    failure(409, { message: 'Undo is not possible: a report was made since.' }),
  );
  const { screen, shows } = await openDesk();
  await press('p');
  await shows(502);
  await userEvent.keyboard('z');
  const card = screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/Not undone.*a report was made since\./);
  await shows(501);
  await userEvent.keyboard('{Enter}');
  await shows(502);
});

// Covers: review-6
test('says on other pages that a case was not undone, after confirming its decision there', async () => {
  const { recorded } = losingAnswers([501, 502]);
  const hasLeft = Promise.withResolvers<void>();
  let isConfirming = false;
  answer(getVerification, async ({ params }) => {
    if (!recorded.has(String(params.id))) return caseOf(params.id);
    isConfirming = true;
    await hasLeft.promise;
    return caseOf(params.id, decidedBy(1, 'Nandini Kulkarni'));
  });
  answer(undoDecision, () => failure(409, { message: 'A report was made since.' }));
  const { screen, shows, router } = await openDesk();
  await press('p');
  await shows(502);
  await userEvent.keyboard('z');
  await shows(501);
  await expect.poll(() => isConfirming).toBe(true);
  await router.navigate({ to: '/home' });
  await expect.element(nameOf(screen, 501)).not.toBeInTheDocument();
  hasLeft.resolve();
  const message = screen.getByText('Not undone: Asha Rao. A report was made since.');
  await expect.element(message).toBeVisible();
});

// Covers: review-6
test('says on other pages that a case was not undone, although it was last loaded before its decision', async () => {
  deskOf([501, 502]);
  const hasLeft = Promise.withResolvers<void>();
  let reads = 0;
  answer(undoDecision, () => failure(409, { message: 'A report was made since.' }));
  const { screen, shows, router } = await openDesk();
  await press('p');
  await shows(502);
  answer(getVerification, async ({ params }) => {
    if (String(params.id) === '501') reads += 1;
    await hasLeft.promise;
    return caseOf(params.id, decidedBy(1, 'Nandini Kulkarni'));
  });
  await userEvent.keyboard('z');
  await shows(501);
  // The desk refreshes the case, and the undo reads it after its rejection.
  await expect.poll(() => reads).toBe(2);
  await router.navigate({ to: '/home' });
  await expect.element(nameOf(screen, 501)).not.toBeInTheDocument();
  hasLeft.resolve();
  const message = screen.getByText('Not undone: Asha Rao. A report was made since.');
  await expect.element(message).toBeVisible();
});

// Covers: review-5
test('offers to undo the user’s own recent decision of a shown case', async () => {
  const { recorded } = losingAnswers([501, 502]);
  recorded.add('501');
  const { screen } = await renderApp('/review?case=501');
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/You decided this case/);
  await screen.getByRole('region', { name: 'Keys' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.poll(() => recorded.size).toBe(0);
});

// Covers: review-5
test.each([
  ['ahead', -10],
  ['behind', 10],
])(
  'counts the seconds to undo by the server’s clock in a browser that is minutes %s',
  async (_, minutes) => {
    deskOf([501]);
    const there = (seconds: number) => new Date(Date.now() + minutes * 60_000 - seconds * 1000);
    answer(getVerification, () =>
      Response.json(
        caseOf(501, decidedBy(1, 'Nandini Kulkarni', 'positive', there(30).toISOString())),
        { headers: { Date: there(0).toUTCString() } },
      ),
    );
    const { screen } = await renderApp('/review?case=501');
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/You decided this case/);
    await expect.element(screen.getByText(/^([12]?\d|3[01]) s$/).first()).toBeInTheDocument();
  },
);
