import {
  changeExportLayout,
  dateFormats,
  deleteExportLayout,
  type ExportLayout,
} from '@doorstep/contract/exports/layouts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { exportLayoutsQuery } from '../../../domain/exports/export-layouts-query.ts';
import { call } from '../../../lib/api/api-client.ts';
import { fieldErrorsOf, messageOf } from '../../../lib/api/api-error.ts';
import { conflictProps, failedOf, seenVersion } from '../../../lib/api/conflicts.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { lenderQuery } from '../lender-queries.ts';
import { errorsOf, useDraft } from '../use-draft.ts';
import { ColumnFields } from './ColumnFields.tsx';
import { draftOf as columnDraftOf, columnsOf, firstColumns } from './column-draft.ts';

interface ColumnsModalProps {
  /** The ID of a lender. */
  id: string;
  onClose: () => void;
}

export default function ColumnsModal({ id, onClose }: ColumnsModalProps) {
  const lender = useQuery(lenderQuery(id));
  const layouts = useQuery(exportLayoutsQuery);
  const failed =
    failedOf(lender, 'Couldn’t load the lender') ?? failedOf(layouts, 'Couldn’t load the columns');
  if (failed || !lender.data || !layouts.data) {
    return (
      <FormModal
        {...{ failed, onClose }}
        title="Columns of exports"
        size="2xl"
        isLoading
        submit={{ label: 'Save' }}
        onSubmit={() => {}}
      >
        {null}
      </FormModal>
    );
  }
  const layout = layouts.data.find(({ lender_id }) => String(lender_id) === id);
  return <ColumnsForm {...{ id, layout, onClose }} name={lender.data.name} />;
}

const draftOf = ({ columns, date_format, sheet_name }: ExportLayout) => ({
  ...{ columns: columns.map(columnDraftOf), date_format, sheet_name },
});

interface ColumnsFormProps extends ColumnsModalProps {
  name: string;
  layout: ExportLayout | undefined;
}

function ColumnsForm({ id, name, onClose, ...props }: ColumnsFormProps) {
  // The layout that the form opened with. If the form sent the `updated_at` of a later refetch, the server
  // would overwrite a colleague's change instead of reporting the conflict.
  const [layout, setLayout] = useState(props.layout);
  const client = useQueryClient();
  const layouts = useQuery({ ...exportLayoutsQuery, enabled: false });
  const [first] = useState(() => ({
    columns: firstColumns(),
    date_format: 'dd-mm-yyyy hh:mm' as const,
    sheet_name: 'Sheet1',
  }));
  const { draft, set, isDirty, form, errors, setErrors, rebase } = useDraft(
    layout ? draftOf(layout) : first,
  );
  const body = {
    columns: columnsOf(draft.columns),
    date_format: draft.date_format,
    sheet_name: draft.sheet_name,
  };
  const isEmpty = draft.columns.length === 0;
  const save = useMutation({
    mutationFn: async () => {
      if (!isEmpty) {
        await call(changeExportLayout, {
          params: { id },
          body: { ...body, ...seenVersion(layout) },
        });
      } else if (layout) {
        await call(deleteExportLayout, { params: { id } });
      }
    },
    onSuccess: () => client.invalidateQueries(exportLayoutsQuery),
    onError: (error) => setErrors(fieldErrorsOf(error)),
  });
  const conflict = conflictProps(save, layouts, (all) => {
    const newer = all.find(({ lender_id }) => String(lender_id) === id);
    setLayout(newer);
    if (newer) rebase(draftOf(newer));
  });
  const submit = () => {
    const found = isEmpty
      ? {}
      : errorsOf(changeExportLayout.body, body, { field: 'Choose a field from the list.' });
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  return (
    <FormModal
      title="Columns of exports"
      subtitle={<bdi>{name}</bdi>}
      size="2xl"
      isDirty={isDirty}
      formRef={form}
      conflict={conflict}
      error={
        save.error && !conflict && messageOf(save.error, 'Couldn’t save the columns. Try again.')
      }
      submit={{ label: save.isPending ? 'Saving...' : 'Save', isBusy: save.isPending }}
      success={
        save.isSuccess
          ? {
              text: isEmpty
                ? `The columns of ${name} were deleted. Its exports have the usual columns.`
                : `The columns of ${name} were saved.`,
            }
          : undefined
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted">
        After you save, <b>Export</b> in the lists of applicants and verifications offers a file
        with these columns too. The file has the rows of this lender only. A column that a list does
        not have stays empty.
      </p>
      <div className="grid gap-3 sm:max-w-lg sm:grid-cols-2">
        <TextField
          label="Name of the sheet"
          maxLength={31}
          autoComplete="off"
          value={draft.sheet_name}
          error={errors.sheet_name}
          onChange={({ target }) => set({ sheet_name: target.value })}
        />
        <SelectField
          label="Date format"
          options={dateFormats}
          value={draft.date_format}
          onChange={({ target }) =>
            set({ date_format: target.value as ExportLayout['date_format'] })
          }
        />
      </div>
      <ColumnFields
        columns={draft.columns}
        areProposed={!layout && draft.columns === first.columns}
        errors={errors}
        onChange={(columns) => set({ columns })}
      />
    </FormModal>
  );
}
