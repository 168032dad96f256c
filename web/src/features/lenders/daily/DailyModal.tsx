import {
  changeDailyExport,
  type DailyExport,
  deleteDailyExport,
  type Target,
} from '@doorstep/contract/exports/daily';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dailyExportsQuery } from '../../../domain/exports/daily-exports-query.ts';
import { call } from '../../../lib/api/api-client.ts';
import { fieldErrorsOf, messageOf } from '../../../lib/api/api-error.ts';
import { conflictProps, failedOf, seenVersion } from '../../../lib/api/conflicts.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { lenderQuery } from '../lender-queries.ts';
import { errorsOf, useDraft } from '../use-draft.ts';
import { DeliveryList } from './DeliveryList.tsx';
import { bodyOf, draftOf } from './daily-draft.ts';
import { TargetFields } from './TargetFields.tsx';

interface DailyModalProps {
  /** The ID of a lender. */
  id: string;
  onClose: () => void;
}

const formats = [
  { value: 'xlsx', label: 'Spreadsheet (.xlsx)' },
  { value: 'csv', label: 'Text (.csv)' },
];

export default function DailyModal({ id, onClose }: DailyModalProps) {
  const lender = useQuery(lenderQuery(id));
  const all = useQuery(dailyExportsQuery);
  const failed =
    failedOf(lender, 'Couldn’t load the lender') ?? failedOf(all, 'Couldn’t load the daily export');
  if (failed || !lender.data || !all.data) {
    return (
      <FormModal
        {...{ failed, onClose }}
        title="Daily export"
        size="lg"
        isLoading
        submit={{ label: 'Save' }}
        onSubmit={() => {}}
      >
        {null}
      </FormModal>
    );
  }
  const daily = all.data.results.find(({ lender_id }) => String(lender_id) === id);
  return <DailyForm {...{ id, daily, onClose }} kinds={all.data.targets} name={lender.data.name} />;
}

interface DailyFormProps extends DailyModalProps {
  name: string;
  kinds: readonly Target['kind'][];
  daily: DailyExport | undefined;
}

function DailyForm({ id, name, kinds, onClose, ...props }: DailyFormProps) {
  // The export that the form opened with. If the form sent the `updated_at` of a later refetch, the server
  // would overwrite a colleague's change instead of reporting the conflict.
  const [daily, setDaily] = useState(props.daily);
  const [isEnding, setEnding] = useState(false);
  const client = useQueryClient();
  const all = useQuery({ ...dailyExportsQuery, enabled: false });
  const { draft, set, isDirty, form, errors, setErrors, rebase } = useDraft(draftOf(daily, kinds));
  const body = bodyOf(draft);
  const save = useMutation({
    mutationFn: async () => {
      if (isEnding) await call(deleteDailyExport, { params: { id } });
      else
        await call(changeDailyExport, { params: { id }, body: { ...body, ...seenVersion(daily) } });
    },
    onSuccess: () => client.invalidateQueries(dailyExportsQuery),
    onError: (error) => setErrors(fieldErrorsOf(error)),
  });
  const conflict = conflictProps(save, all, ({ results }) => {
    const newer = results.find(({ lender_id }) => String(lender_id) === id);
    setDaily(newer);
    rebase(draftOf(newer, kinds));
  });
  const submit = () => {
    const found = isEnding ? {} : errorsOf(changeDailyExport.body, body, { port: 'Enter a port.' });
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  const label = isEnding ? 'End daily export' : save.isPending ? 'Saving...' : 'Save';
  return (
    <FormModal
      title="Daily export"
      subtitle={<bdi>{name}</bdi>}
      size="lg"
      isDirty={isDirty}
      formRef={form}
      conflict={conflict}
      error={
        save.error &&
        !conflict &&
        messageOf(save.error, 'Couldn’t save the daily export. Try again.')
      }
      submit={{ label, isBusy: save.isPending, ...(isEnding && { variant: 'danger' }) }}
      success={
        save.isSuccess
          ? {
              text: isEnding
                ? `${name} no longer gets a daily export.`
                : `The daily export of ${name} was saved.`,
            }
          : undefined
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {isEnding ? (
        <Notice tone="warning" action={<Button onClick={() => setEnding(false)}>Go back</Button>}>
          <bdi>{name}</bdi> gets no more files. Files that are still waiting are not sent. The
          password or key is deleted.
        </Notice>
      ) : (
        <>
          <p className="text-muted">
            Each day at this time, the lender gets a file with the decisions that became final since
            the last file. Without such a decision, the file has only headings.
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label="Time"
              type="time"
              value={draft.at}
              error={errors.at}
              onChange={({ target }) => set({ at: target.value })}
            />
            <SelectField
              label="Format"
              options={formats}
              value={draft.format}
              onChange={({ target }) => set({ format: target.value as DailyExport['format'] })}
            />
          </div>
          <TargetFields
            {...{ draft, kinds, errors }}
            hasSecret={daily?.has_secret ?? false}
            onChange={set}
          />
          {props.daily && (
            <>
              <DeliveryList {...props.daily} />
              <Button size="sm" onClick={() => setEnding(true)}>
                End this daily export…
              </Button>
            </>
          )}
        </>
      )}
    </FormModal>
  );
}
