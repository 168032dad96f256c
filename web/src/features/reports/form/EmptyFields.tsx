import { type ReportForm, textFields } from '@doorstep/contract/reports/definition';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ReportFormValues } from './ReportField.tsx';

/** Shows how many fields are empty. Typing renders only this component, not the whole form. */
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
  // Without dependencies, because to subscribe again after each render costs less than to compare them.
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
