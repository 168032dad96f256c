import { lazy, Suspense } from 'react';
import { inputClass } from './Field.tsx';

const DatePickerField = lazy(() => import('./DatePickerField.tsx'));

interface Days {
  start?: string | undefined;
  end?: string | undefined;
}

interface DateRangeFieldsProps {
  labels: [start: string, end: string];
  days: Days;
  today: string;
  errors?: Days;
  onChange: (change: Days) => void;
}

/** Days are `YYYY-MM-DD`. In the calendars, the user can't select a start after the end. */
export function DateRangeFields(props: DateRangeFieldsProps) {
  const { labels, days, today, errors, onChange } = props;
  const [start, end] = labels;
  return (
    <Suspense
      fallback={
        <>
          <Outline label={start} day={days.start} />
          <Outline label={end} day={days.end} />
        </>
      }
    >
      <DatePickerField
        label={start}
        value={days.start}
        max={days.end}
        today={today}
        error={errors?.start}
        onChange={(day) => onChange({ start: day })}
      />
      <DatePickerField
        label={end}
        value={days.end}
        min={days.start}
        today={today}
        error={errors?.end}
        onChange={(day) => onChange({ end: day })}
      />
    </Suspense>
  );
}

const written = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'UTC',
});

/** Shown while the date picker's code is loading, and looks like the date picker. */
function Outline({ label, day }: { label: string; day: string | undefined }) {
  const parts = day ? written.formatToParts(new Date(day)) : [];
  return (
    <div className="min-w-0">
      <p className="mb-1 text-sm font-semibold">{label}</p>
      <p className={`${inputClass} flex items-center ps-2.5 whitespace-nowrap sm:w-42`}>
        {parts.map(({ type, value }, index) => (
          <span key={index} className={type === 'literal' ? 'text-muted' : 'px-0.5'}>
            {value}
          </span>
        ))}
      </p>
    </div>
  );
}
