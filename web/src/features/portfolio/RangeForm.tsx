import { type SubmitEvent, useState } from 'react';
import { today } from '../../lib/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { DateRangeFields } from '../../ui/form/DateRangeFields.tsx';
import { SegmentedFilter } from '../../ui/table/SegmentedFilter.tsx';
import {
  type DateRange,
  problemsOf,
  type QuickRange,
  quickRanges,
  type WholeRange,
  wholeRange,
} from './date-range.ts';

const quick: { value: QuickRange; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'This month' },
];

interface RangeFormProps {
  applied: DateRange;
  onApply: (range: WholeRange) => void;
}

export function RangeForm({ applied, onApply }: RangeFormProps) {
  const [range, setRange] = useState(applied);
  const [isTried, setTried] = useState(true);
  const [seen, setSeen] = useState(applied);
  // Updates the date fields when the URL changes, for example after Back.
  if (seen.start !== applied.start || seen.end !== applied.end) {
    setSeen(applied);
    setRange(applied);
  }

  const problems = problemsOf(range);
  // While the user types, only a start after the end is reported. A missing date is reported on Apply,
  // because the user may not have typed it yet.
  const isShown = isTried || (range.start !== undefined && range.end !== undefined);
  const ranges = quickRanges(today());
  const chosen = quick.find(
    ({ value }) => ranges[value].start === applied.start && ranges[value].end === applied.end,
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const whole = wholeRange(range);
    if (whole) onApply(whole);
    else event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-x-3 gap-y-3">
      <div className="grid w-full grid-cols-2 items-start gap-3 sm:flex sm:w-auto">
        <DateRangeFields
          labels={['Start Date', 'End Date']}
          days={range}
          today={today()}
          errors={isShown ? problems : {}}
          onChange={(change) => {
            setTried(false);
            setRange({ ...range, ...change });
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 md:pt-6">
        <Button type="submit" variant="primary" className="h-9!">
          Apply
        </Button>
        <SegmentedFilter
          label="Quick ranges"
          options={quick}
          value={chosen?.value}
          onChange={(value) => onApply(ranges[value ?? chosen?.value ?? 'week'])}
        />
      </div>
    </form>
  );
}
