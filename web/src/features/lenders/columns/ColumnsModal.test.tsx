import {
  changeExportLayout,
  deleteExportLayout,
  type ExportLayout,
  listExportLayouts,
} from '@doorstep/contract/exports/layouts';
import { getLender, listLenders } from '@doorstep/contract/lenders';
import { listCalendars } from '@doorstep/contract/lenders/calendars';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';

const at = '2026-03-05T05:00:00.000Z';
const hdfc = {
  ...{
    id: 3,
    name: 'HDFC',
    portfolios: ['HDFC Home'],
    rules: [],
    prints_times: false,
    open: 0,
    due: 0,
  },
  updated_at: at,
};
const layout: ExportLayout = {
  ...{ lender_id: 3, lender: 'HDFC', date_format: 'dd-mm-yyyy', sheet_name: 'MIS', updated_at: at },
  columns: [
    { heading: 'LOS No', field: 'application_id', constant: null },
    { heading: 'Agency', field: null, constant: 'Doorstep' },
  ],
};

function open(layouts: ExportLayout[]) {
  answer(listLenders, { results: [hdfc], other_portfolios: [] });
  answer(getLender, hdfc);
  answer(listCalendars, { results: [] });
  answer(listExportLayouts, { results: layouts });
  return renderApp('/lenders?columns=3');
}

// Covers: exports-7
test('columns are pasted, ordered and saved as they were seen', async () => {
  const { screen } = await open([layout]);
  const sent: unknown[] = [];
  answer(changeExportLayout, ({ body }) => {
    sent.push(body);
    return sent.length === 1
      ? failure(400, {
          errors: { 'columns.0.field': ['due is not a field. Choose another field'] },
        })
      : layout;
  });
  const dialog = screen.getByRole('dialog', { name: 'Columns of exports' });
  await expect.element(dialog.getByLabelText('Heading 1')).toHaveValue('LOS No');
  await dialog.getByLabelText('Paste headings').fill('Due\tCustomer\n');
  await dialog.getByRole('button', { name: 'Add 2 columns' }).click();
  await dialog.getByRole('button', { name: 'Move column 3 up' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // No field has the name 'Customer'.
  await expect.element(dialog.getByText('Choose a field from the list.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove column 4' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('due is not a field. Choose another field')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('The columns of HDFC were saved.')).toBeVisible();
  const [number, agency] = layout.columns;
  const due = { heading: 'Due', field: 'due', constant: null };
  await expect
    .poll(() => sent.at(-1))
    .toEqual({
      ...{ columns: [number, due, agency], date_format: 'dd-mm-yyyy', sheet_name: 'MIS' },
      updated_at: at,
    });
});

// Covers: exports-7
test('the first pasted headings replace the proposed columns', async () => {
  const { screen } = await open([]);
  const sent: { columns?: unknown[] }[] = [];
  answer(changeExportLayout, ({ body }) => {
    sent.push(body as object);
    return layout;
  });
  const dialog = screen.getByRole('dialog', { name: 'Columns of exports' });
  await expect.element(dialog.getByLabelText('Heading 5', { exact: true })).toBeVisible();
  await dialog.getByLabelText('Paste headings').fill('Due\tDecision');
  await dialog.getByRole('button', { name: 'Use 2 columns' }).click();
  await dialog.getByLabelText('Paste headings').fill('Agent');
  await dialog.getByRole('button', { name: 'Add 1 column' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('The columns of HDFC were saved.')).toBeVisible();
  await expect
    .poll(() => sent.at(-1)?.columns)
    .toMatchObject([{ field: 'due' }, { field: 'decision' }, { field: 'agent' }]);
});

test('without a column the lender’s layout is deleted', async () => {
  const { screen } = await open([layout]);
  let deleted = 0;
  answer(deleteExportLayout, () => {
    deleted += 1;
    return { success: true as const, message: 'Deleted' };
  });
  const dialog = screen.getByRole('dialog', { name: 'Columns of exports' });
  await dialog.getByRole('button', { name: 'Remove column 2' }).click();
  await dialog.getByRole('button', { name: 'Remove column 1' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(
      dialog.getByText('The columns of HDFC were deleted. Its exports have the usual columns.'),
    )
    .toBeVisible();
  await expect.poll(() => deleted).toBe(1);
});
