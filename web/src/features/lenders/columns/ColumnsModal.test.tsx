import {
  changeExportLayout,
  deleteExportLayout,
  type ExportLayout,
  listExportLayouts,
} from '@doorstep/contract/exports/layouts';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { recordBodies } from '../../../testing/answers.ts';
import { answerLender } from '../../../testing/lenders.ts';
import { submitAndHold } from '../../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const at = '2026-03-05T05:00:00.000Z';
const layout: ExportLayout = {
  ...{ lender_id: 3, lender: 'HDFC', date_format: 'dd-mm-yyyy', sheet_name: 'MIS', updated_at: at },
  columns: [
    { heading: 'LOS No', field: 'application_id', constant: null },
    { heading: 'Agency', field: null, constant: 'Doorstep' },
  ],
};

const dialog = page.getByRole('dialog', { name: 'Columns of exports' });
const press = (name: string) => dialog.getByRole('button', { name }).click();

function open(layouts: ExportLayout[]) {
  answerLender();
  answer(listExportLayouts, { results: layouts });
  return renderApp('/lenders?columns=3');
}

// Covers: exports-7
test('columns are pasted, ordered and saved as they were seen', async () => {
  await open([layout]);
  const sent = recordBodies(
    changeExportLayout,
    failure(400, { errors: { 'columns.0.field': ['due is not a field. Choose another field'] } }),
    layout,
  );
  await expect.element(dialog.getByLabelText('Heading 1')).toHaveValue('LOS No');
  await dialog.getByLabelText('Paste headings').fill('Due\tCustomer\n');
  await press('Add 2 columns');
  await press('Move column 3 up');
  await press('Save');
  // The pasted heading 'Customer' is no field's label, so its column has no field yet.
  await expect.element(dialog.getByText('Choose a field from the list.')).toBeVisible();
  await press('Remove column 4');
  await pressAndSee('Save', dialog.getByText('due is not a field. Choose another field'));
  await submitAndHold(dialog, 'Save', changeExportLayout);
  await expect.element(dialog.getByText('The columns of HDFC were saved.')).toBeVisible();
  const [number, agency] = layout.columns;
  const due = { heading: 'Due', field: 'due', constant: null };
  const rest = { date_format: 'dd-mm-yyyy', sheet_name: 'MIS', updated_at: at };
  await expect.poll(() => sent.at(-1)).toEqual({ columns: [number, due, agency], ...rest });
});

// Covers: exports-7
test('the first pasted headings replace the proposed columns', async () => {
  await open([]);
  const sent = recordBodies(changeExportLayout, layout);
  await expect.element(dialog.getByLabelText('Heading 5', { exact: true })).toBeVisible();
  await dialog.getByLabelText('Paste headings').fill('Due\tDecision');
  await press('Use 2 columns');
  await dialog.getByLabelText('Paste headings').fill('Agent');
  await press('Add 1 column');
  await pressAndSee('Save', dialog.getByText('The columns of HDFC were saved.'));
  const columns = [{ field: 'due' }, { field: 'decision' }, { field: 'agent' }];
  await expect.poll(() => sent).toMatchObject([{ columns }]);
});

test('without a column the lender’s layout is deleted', async () => {
  await open([layout]);
  const deleted = recordBodies(deleteExportLayout, { success: true, message: 'Deleted' });
  await press('Remove column 2');
  await press('Remove column 1');
  await pressAndSee(
    dialog.getByRole('button', { name: 'Save' }),
    dialog.getByText('The columns of HDFC were deleted. Its exports have the usual columns.'),
  );
  await expect.poll(() => deleted).toHaveLength(1);
});
