import type { Threshold } from '@doorstep/contract/evidence/office';
import { CircleAlert, PencilLine } from 'lucide-react';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { inputClass } from '../../ui/form/Field.tsx';
import { formField } from '../../ui/form/form-field.ts';
import {
  boundsOf,
  contradictionIn,
  inOrderWith,
  numberOf,
  problemOf,
  type Typed,
} from './threshold-changes.ts';

interface ThresholdFieldProps {
  threshold: Threshold;
  thresholds: readonly Threshold[];
  form: UseFormReturn<Typed>;
  /** The titles of the other checks that use this threshold. */
  alsoFor: readonly string[];
}

export function ThresholdField({ threshold, thresholds, form, alsoFor }: ThresholdFieldProps) {
  const { name, says, unit, value, original } = threshold;
  const id = useId();
  const typed = numberOf(useWatch({ control: form.control, name }) ?? '');
  const deps = inOrderWith(threshold, thresholds).map((other) => other.name);
  const { error, ...input } = formField(form, name, {
    validate: (text, all) =>
      problemOf(threshold, text) ?? contradictionIn(threshold, thresholds, all) ?? true,
    deps,
  });
  return (
    <div className="grid items-start gap-x-4 gap-y-1 border-b border-rule py-2 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <div className="min-w-0">
        <label htmlFor={id} className="block sm:pt-1">
          {says}
        </label>
        <div id={`${id}-note`} className="text-sm text-muted">
          <p>
            {boundsOf(threshold)}
            {typed !== value && value !== original && ` · current value ${formatNumber(value)}`}
          </p>
          {alsoFor.length > 0 && <p>Also used by: {alsoFor.join(', ')}</p>}
        </div>
        {typed !== original && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
            <StatusBadge tone="info" icon={PencilLine}>
              Default {formatNumber(original)}
            </StatusBadge>
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Reset to the default: ${says}`}
              onClick={() => {
                form.setValue(name, String(original), { shouldDirty: true });
                void form.trigger([name, ...deps]);
              }}
            >
              Reset to the default
            </Button>
          </p>
        )}
      </div>
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            id={id}
            {...input}
            aria-describedby={error ? `${id}-note ${id}-error` : `${id}-note`}
            aria-invalid={error ? true : undefined}
            className={`${inputClass} w-24! shrink-0 text-end tabular-nums`}
          />
          <span className="whitespace-nowrap text-muted">{unit}</span>
        </div>
        {error && (
          <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-sm text-danger">
            <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
