import { createArchive } from '@doorstep/contract/reports/archives';
import { type DecisionFilter, decisionFilters } from '@doorstep/contract/verifications/decision';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FolderArchive } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api-client.ts';
import { fieldErrorsOf, messageOf } from '../../../lib/api/api-error.ts';
import { createIntention } from '../../../lib/api/intention.ts';
import { prettifyLabel, today } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { DateRangeFields } from '../../../ui/form/DateRangeFields.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { archivesKey } from './archive-queries.ts';

interface Wanted {
  admin_decision: DecisionFilter | '';
  portfolio_name: string;
}

const decisions = decisionFilters.map((value) => ({ value, label: prettifyLabel(value) }));

export function ArchiveForm({ decision }: { decision?: DecisionFilter }) {
  const client = useQueryClient();
  const { register, handleSubmit } = useForm<Wanted>({
    defaultValues: {
      admin_decision: decision ?? '',
      portfolio_name: '',
    },
  });
  const [days, setDays] = useState<{ start?: string; end?: string }>({});
  const [intention] = useState(createIntention);
  const creation = useMutation({
    mutationFn: async (wanted: Wanted) => {
      const body = {
        admin_decision: wanted.admin_decision || undefined,
        portfolio_name: wanted.portfolio_name.trim() || undefined,
        start_date: days.start,
        end_date: days.end,
      };
      await call(createArchive, { body, idempotencyKey: intention.keyFor(body) });
      intention.settle();
    },
    onSuccess: () => client.invalidateQueries({ queryKey: archivesKey }),
  });
  const { request, ...errors } = creation.error ? fieldErrorsOf(creation.error) : {};
  const isFieldless = Object.keys(errors).length === 0;
  return (
    <form
      noValidate
      onSubmit={handleSubmit((wanted) => {
        if (!creation.isPending) creation.mutate(wanted);
      })}
      className="space-y-3"
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <SelectField
          label="Admin Decision"
          options={decisions}
          placeholder="Any"
          error={errors.admin_decision}
          {...register('admin_decision')}
        />
        <TextField
          label="Portfolio Name"
          hint="The full name, or empty for all portfolios"
          autoComplete="off"
          error={errors.portfolio_name}
          {...register('portfolio_name')}
        />
        <DateRangeFields
          labels={['Submitted from', 'Submitted until']}
          days={days}
          today={today()}
          errors={{ start: errors.start_date, end: errors.end_date }}
          onChange={(change) => setDays({ ...days, ...change })}
        />
      </div>
      {creation.error && isFieldless && (
        <Notice tone="negative">
          {request ?? messageOf(creation.error, 'Couldn’t start the ZIP file. Try again.')}
        </Notice>
      )}
      <Button type="submit" variant="primary" isBusy={creation.isPending}>
        <FolderArchive aria-hidden /> Make ZIP file
      </Button>
    </form>
  );
}
