import { listDailyExports } from '@doorstep/contract/exports/daily';
import {
  changeReportLayout,
  deleteReportLayout,
  getReportLayout,
} from '@doorstep/contract/reports/layouts';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { recordBodies } from '../../../testing/answers.ts';
import { answerLender } from '../../../testing/lenders.ts';
import { submitAndHold } from '../../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const at = '2026-03-05T05:00:00.000Z';

function open() {
  answerLender();
  answer(listDailyExports, failure(404));
  return renderApp('/lenders?layout=3');
}

const fileOf = (text: string) => new File([text], 'layout.json', { type: 'application/json' });

// Covers: report-layouts-1
test('a layout is read, what is wrong with it is said, and a good one is used', async () => {
  answer(getReportLayout, failure(404));
  const { screen } = await open();
  const sent = recordBodies(
    changeReportLayout,
    failure(400, { errors: { 'forms.office.hidden': ['The office form has no field x'] } }),
    {
      ...{ lender_id: 3, lender: 'HDFC', created_at: at },
      layout: { name: 'HDFC 8', forms: {}, photos: 'all' },
    },
  );
  const dialog = screen.getByRole('dialog', { name: 'Report layout' });
  await expect.element(dialog.getByText(/^Current layout: the standard layout/)).toBeVisible();
  const input = dialog.getByLabelText('File of the layout');
  await userEvent.upload(input, fileOf('{'));
  await expect.element(dialog.getByText(/not valid JSON/)).toBeVisible();
  const wrong = '{"name":"X","forms":{"office":{"hidden":[1]}},"photos":"few","logos":1}';
  await userEvent.upload(input, fileOf(wrong));
  for (const text of [
    'forms.office.hidden.0: This must be a text',
    'photos: Use one of all, six_a_page',
    'Remove logos. A layout can’t have this here',
  ]) {
    await expect.element(dialog.getByText(text)).toBeVisible();
  }
  await userEvent.upload(input, fileOf('{"name":"HDFC 7","forms":{"office":{"hidden":["x"]}}}'));
  await pressAndSee(
    dialog.getByRole('button', { name: 'Use this layout' }),
    dialog.getByText('forms.office.hidden: The office form has no field x'),
  );
  await expect.element(dialog.getByText('“HDFC 7” is valid.')).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Use this layout' })).toBeDisabled();
  await userEvent.upload(input, fileOf('{"name":"HDFC 8","forms":{}}'));
  await submitAndHold(dialog, 'Use this layout', changeReportLayout);
  await expect.element(dialog.getByText(/have the layout “HDFC 8” from now on/)).toBeVisible();
  await expect.poll(() => sent.at(-1)).toEqual({ name: 'HDFC 8', forms: {}, photos: 'all' });
});

// Covers: report-layouts-1
test('the standard layout is used again', async () => {
  const layout = { name: 'HDFC 7', forms: {}, photos: 'all' as const };
  answer(getReportLayout, { lender_id: 3, lender: 'HDFC', layout, created_at: at });
  const { screen, router } = await open();
  answer(deleteReportLayout, () => {
    answer(getReportLayout, failure(404));
    return { success: true as const, message: 'Deleted' };
  });
  const dialog = screen.getByRole('dialog', { name: 'Report layout' });
  await expect.element(dialog.getByText('HDFC 7')).toBeVisible();
  await userEvent.upload(dialog.getByLabelText('File of the layout'), fileOf('{'));
  await expect.element(dialog.getByRole('button', { name: 'Use this layout' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await router.navigate({ to: '/lenders', search: { layout: '3' } });
  await pressAndSee(
    dialog.getByRole('button', { name: 'Use the standard layout' }),
    dialog.getByText('Reports for HDFC have the standard layout.'),
  );
  await expect.element(dialog.getByText(/have the layout/)).not.toBeInTheDocument();
});
