import { weekdays } from '@doorstep/contract/lenders/calendars';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import type { WeekDraft } from './calendar-draft.ts';

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface WeekFieldsProps {
  hours: WeekDraft;
  errors: Record<string, string>;
  /** `day` is the index of the weekday, 0 for Monday. */
  onChange: (day: number, text: string) => void;
}

export function WeekFields({ hours, errors, onChange }: WeekFieldsProps) {
  return (
    <Section title="Working hours">
      <p className="mb-2 text-sm text-muted">
        Write hours as 09:30-18:30. With a break: 09:30-13:00, 14:00-18:30. For a day off, leave the
        field empty.
      </p>
      <div className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-2 md:grid-cols-4">
        {weekdays.map((day, index) => (
          <TextField
            key={day}
            label={names[index] ?? day}
            placeholder="Day off"
            autoComplete="off"
            maxLength={80}
            className="tabular-nums"
            value={hours[day]}
            error={errors[day]}
            onChange={({ target }) => onChange(index, target.value)}
          />
        ))}
      </div>
      {errors.week && (
        <div className="mt-2">
          <Notice tone="negative">{errors.week}.</Notice>
        </div>
      )}
    </Section>
  );
}
