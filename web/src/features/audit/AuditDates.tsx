import { today } from '../../lib/format.ts';
import { DatePickerField } from '../../ui/form/DatePickerField.tsx';
import type { AuditSearch } from './audit-queries.ts';

/** First and last day, each of which may be left open. */
export default function AuditDates({
  search: { start, end },
  onChange,
}: {
  search: AuditSearch;
  onChange: (change: Pick<AuditSearch, 'start' | 'end'>) => void;
}) {
  return (
    <>
      <DatePickerField
        label="From day"
        value={start}
        max={end}
        today={today()}
        onChange={(day) => onChange({ start: day })}
      />
      <DatePickerField
        label="To day"
        value={end}
        min={start}
        today={today()}
        onChange={(day) => onChange({ end: day })}
      />
    </>
  );
}
