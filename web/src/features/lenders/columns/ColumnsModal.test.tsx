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
  await dialog.getByLabelText('Paste headings').fill('due\tCustomer\n');
  await press('Add 2 columns');
  await press('Move column 3 up');
  await press('Save');
  // The pasted heading 'Customer' is no field's label, so its column has no field yet.
  await expect.element(dialog.getByText('Choose a field from the list.')).toBeVisible();
  const customer = dialog.getByRole('group', { name: 'Column 4' });
  await customer.getByLabelText('Field').fill('applicant name');
  await press('Remove column 3');
  await dialog.getByLabelText('Content').first().selectOptions('Same text');
  await dialog.getByLabelText('Text', { exact: true }).fill(' All ');
  await dialog.getByLabelText('Name of the sheet').fill('Daily');
  await dialog.getByLabelText('Date format').selectOptions('dd-mm-yyyy hh:mm');
  await pressAndSee('Save', dialog.getByText('due is not a field. Choose another field'));
  await submitAndHold(dialog, 'Save', changeExportLayout);
  await expect.element(dialog.getByText('The columns of HDFC were saved.')).toBeVisible();
  const columns = [
    { heading: 'LOS No', field: null, constant: 'All' },
    { heading: 'due', field: 'due', constant: null },
    { heading: 'Customer', field: 'applicant_name', constant: null },
  ];
  const rest = { date_format: 'dd-mm-yyyy hh:mm', sheet_name: 'Daily', updated_at: at };
  await expect.poll(() => sent.at(-1)).toEqual({ columns, ...rest });
});

// Covers: exports-7
test('the first pasted headings replace the proposed columns; a colleague’s settings are kept', async () => {
  await open([]);
  const conflict = { code: 'changed_meanwhile', message: 'A colleague changed the columns.' };
  const sent = recordBodies(changeExportLayout, failure(409, conflict), layout);
  await expect.element(dialog.getByLabelText('Heading 5', { exact: true })).toBeVisible();
  await dialog.getByLabelText('Paste headings').fill('Due\tDecision');
  await press('Use 2 columns');
  await dialog.getByLabelText('Paste headings').fill('Agent');
  await press('Add 1 column');
  await press('Save');
  answer(listExportLayouts, { results: [layout] });
  await press('Load the newer values');
  await expect.element(dialog.getByLabelText('Name of the sheet')).toHaveValue('MIS');
  await pressAndSee('Save', dialog.getByText('The columns of HDFC were saved.'));
  const columns = [{ field: 'due' }, { field: 'decision' }, { field: 'agent' }];
  const newer = { sheet_name: 'MIS', updated_at: at };
  await expect.poll(() => sent).toMatchObject([{ columns }, { columns, ...newer }]);
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
