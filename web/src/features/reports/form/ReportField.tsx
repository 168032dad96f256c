import { type Field, maxLengthOf } from '@doorstep/contract/reports/definition';
import { keyboardOf } from '@doorstep/contract/reports/keyboards';
import type { ReactNode } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextAreaField, TextField } from '../../../ui/form/TextField.tsx';

export type ReportFormValues = Record<string, string>;

export interface ReportFieldProps {
  field: Field;
  register: UseFormRegister<ReportFormValues>;
  /** Shown as the field if its kind is `images`. */
  images: ReactNode;
  mark?: ReactNode;
  hint?: ReactNode;
}

export function ReportField({ field, register, images, mark, hint }: ReportFieldProps) {
  const maxLength = maxLengthOf(field);
  switch (field.kind) {
    case 'text':
    case 'count':
    case 'phone':
    case 'identifier':
    case 'date':
      return (
        <div className={field.isWide ? 'sm:col-span-2' : 'min-w-0'}>
          <TextField
            label={field.label}
            mark={mark}
            hint={hint}
            maxLength={maxLength}
            {...keyboardOf(field.kind)}
            {...register(field.name)}
          />
        </div>
      );
    case 'select':
      return (
        <SelectField
          label={field.label}
          mark={mark}
          hint={hint}
          options={field.options}
          placeholder="Select"
          {...register(field.name)}
        />
      );
    case 'long':
      return (
        <div className="col-span-full">
          <TextAreaField
            label={field.label}
            mark={mark}
            hint={hint}
            maxLength={maxLength}
            {...register(field.name)}
          />
        </div>
      );
    case 'images':
      return <div className="col-span-full">{images}</div>;
    default:
      return field satisfies never;
  }
}
