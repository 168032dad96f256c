import { today } from '../../lib/format.ts';
import { DatePickerField } from '../../ui/form/DatePickerField.tsx';
import type { DateRange } from './date-range.ts';

interface DateFieldsProps {
  range: DateRange;
  problems: { start?: string; end?: string };
  onChange: (range: DateRange) => void;
}

/** Start and end, of which the start cannot pass the end. */
export default function DateFields({ range, problems, onChange }: DateFieldsProps) {
  return (
    <>
      <DatePickerField
        label="Start Date"
        value={range.start}
        max={range.end}
        today={today()}
        error={problems.start}
        onChange={(start) => onChange({ ...range, start })}
      />
      <DatePickerField
        label="End Date"
        value={range.end}
        min={range.start}
        today={today()}
        error={problems.end}
        onChange={(end) => onChange({ ...range, end })}
      />
    </>
  );
}
