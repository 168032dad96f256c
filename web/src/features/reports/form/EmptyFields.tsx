import { type ReportForm, textFields } from '@doorstep/contract/reports/definition';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ReportFormValues } from './ReportField.tsx';

/** How many fields of a report form are empty, counted apart so that a key doesn't draw the whole form anew. */
export function EmptyFields({
  form,
  editor: { subscribe, getValues },
}: {
  form: ReportForm;
  editor: Pick<UseFormReturn<ReportFormValues>, 'subscribe' | 'getValues'>;
}) {
  const fields = textFields(form);
  const countEmpty = (values: ReportFormValues) =>
    fields.filter(({ name }) => !values[name]?.trim()).length;
  const [empty, setEmpty] = useState(() => countEmpty(getValues()));
  // Set up anew with each render: it costs less than finding out whether it must be.
  useEffect(() =>
    subscribe({
      formState: { values: true },
      callback: ({ values }) => setEmpty(countEmpty(values)),
    }),
  );
  if (empty === 0) return <>No field is empty.</>;
  return (
    <>
      {empty} of {fields.length} fields {empty === 1 ? 'is' : 'are'} empty.
    </>
  );
}
