import { qualityRegister } from '@doorstep/contract/audit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callFile } from '../../lib/api/api-client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/download.ts';
import { today } from '../../lib/format.ts';
import { FormModal } from '../../ui/dialog/FormModal.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';

/** Returns this month and the 24 months before, newest first, such as '2026-03'. */
function monthsUntil(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: 25 }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  );
}

const nameOf = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  });

export default function RegisterModal({ onClose }: { onClose: () => void }) {
  const months = monthsUntil(today());
  const [month, setMonth] = useState(months[1] ?? '');
  const download = useMutation({
    mutationFn: () => callFile(qualityRegister, { query: { month } }),
    onSuccess: ({ blob, fileName }) => {
      saveFile(blob, fileName ?? `quality-register-${month}.csv`);
      onClose();
    },
  });
  return (
    <FormModal
      title="Quality register"
      error={
        download.error && messageOf(download.error, 'Couldn’t download the register. Try again.')
      }
      submit={{
        label: download.isPending ? 'Downloading...' : 'Download CSV',
        isBusy: download.isPending,
      }}
      onSubmit={() => download.mutate()}
      onClose={onClose}
    >
      <SelectField
        label="Month"
        options={months.map((value) => ({ value, label: nameOf(value) }))}
        value={month}
        onChange={({ target }) => setMonth(target.value)}
      />
      <p className="text-sm text-muted">
        The file has one row for each decision, second look, send-back, dismissed finding, call-back
        and dispute. The audit records the download.
      </p>
    </FormModal>
  );
}
