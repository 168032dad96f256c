import { type CallbackSummary, listCallbacks } from '@doorstep/contract/callbacks';
import { answer } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { getVerification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { listOf } from '../../testing/answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { verificationOf } from '../../testing/verifications.ts';

const at = '2026-03-05T05:00:00.000Z';
const row: CallbackSummary = {
  ...{ verification_id: 501, applicant: 'Asha Rao', portfolio_name: 'Saraswat Home Loans' },
  ...{ agent: 'Rekha Thomas', visited_at: at, because: 'sample', asked_at: at, asked_by: null },
  ...{ closed_at: null, calling: null, tries: 1, result: 'no_answer' },
};

// Covers: callbacks-8
test('lists the open call-backs, opens a call from there, and shows the closed ones on a click', async () => {
  const pages: (string | undefined)[] = [];
  answer(listCallbacks, ({ query }) => {
    pages.push(query.page);
    const results: CallbackSummary[] =
      query.state === 'closed'
        ? [{ ...row, applicant: 'Ravi Iyer', closed_at: at, result: 'denies_visit' }]
        : [row];
    return listOf(results, 61);
  });
  answer(getVerification, verificationOf({ verification_id: 501, applicant: 'Asha Rao' }));
  const { screen } = await renderApp('/callbacks');
  const table = screen.getByRole('table', { name: 'Call-backs' });
  await expect.element(table).toMatchTextContent('No answer');
  await expect.element(table).toMatchTextContent('Random sample');
  await pressAndSee('Call back Asha Rao', screen.getByRole('dialog', { name: /Call-back/ }));
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Closed' }).click();
  await expect.element(table).toMatchTextContent('Denies the visit');
  await expect.element(screen.getByText('61 call-backs')).toBeVisible();
  await screen.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => pages.at(-1)).toBe('2');
});
