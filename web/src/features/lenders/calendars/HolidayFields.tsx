import type { CalendarDay } from '@doorstep/contract/lenders/calendars';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount, formatDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { inOrder } from './calendar-draft.ts';
import { readHours, writeHours } from './hours.ts';

interface HolidayFieldsProps {
  days: readonly CalendarDay[];
  error: string | undefined;
  onChange: (days: CalendarDay[]) => void;
}

const empty = { day: '', name: '', hours: '' };

export function HolidayFields({ days, error, onChange }: HolidayFieldsProps) {
  const [typed, setTyped] = useState(empty);
  const [isTried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const read = readHours(typed.hours);
  const problems = {
    day: typed.day === '' && 'Choose a day.',
    name: typed.name.trim() === '' && 'Enter the name of the holiday.',
    hours: 'problem' in read && read.problem,
  };
  const errorOf = (name: keyof typeof problems) => (isTried && problems[name]) || undefined;
  const add = () => {
    setTried(true);
    if ('problem' in read || problems.day || problems.name) return;
    onChange(inOrder([...days, { day: typed.day, name: typed.name.trim(), hours: read.hours }]));
    setTyped(empty);
    setTried(false);
    first.current?.focus();
  };
  const field = (name: keyof typeof empty) => ({
    value: typed[name],
    error: errorOf(name),
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setTyped((now) => ({ ...now, [name]: target.value })),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      add();
    },
  });
  return (
    <Section
      title="Holidays"
      aside={<span className="text-sm text-muted">{formatCount(days.length, 'day')}</span>}
    >
      {error && <Notice tone="negative">{error}</Notice>}
      <DayList
        label="Holidays"
        days={days}
        onRemove={(removed) => {
          onChange(days.filter(({ day }) => day !== removed));
          first.current?.focus();
        }}
      />
      <fieldset className="mt-2 grid grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-[9.5rem_minmax(0,1fr)_11rem_auto]">
        <legend className="sr-only">Add a holiday</legend>
        <TextField
          ref={first}
          label="Day"
          type="date"
          min="2000-01-01"
          max="2999-12-31"
          {...field('day')}
        />
        <TextField label="Holiday" maxLength={100} autoComplete="off" {...field('name')} />
        <TextField
          label="Hours"
          placeholder="Day off"
          maxLength={80}
          autoComplete="off"
          {...field('hours')}
        />
        <Button className="mt-6.5" onClick={add}>
          <Plus aria-hidden /> Add
        </Button>
      </fieldset>
    </Section>
  );
}

interface DayListProps {
  label: string;
  days: readonly CalendarDay[];
  onRemove?: (day: string) => void;
  noteOf?: (day: CalendarDay) => string | undefined;
}

export function DayList({ label, days, onRemove, noteOf }: DayListProps) {
  if (days.length === 0) return null;
  return (
    // Focusable, so that keyboard users can scroll the list.
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-56 overflow-y-auto border-y border-rule"
    >
      <ul className="divide-y divide-rule">
        {days.map((one) => {
          const note = noteOf?.(one);
          return (
            <li
              key={one.day}
              className="grid min-h-8.5 grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-x-3 ps-1"
            >
              <span className="text-muted tabular-nums">{formatDay(`${one.day}T12:00:00Z`)}</span>
              <span className="min-w-0 py-1 wrap-anywhere">
                <bdi>{one.name}</bdi>
                {one.hours.length > 0 && (
                  <span className="ms-2 text-sm text-muted tabular-nums">
                    {writeHours(one.hours)}
                  </span>
                )}
                {note && <span className="ms-2 text-sm text-warning">{note}</span>}
              </span>
              {onRemove && (
                <IconButton
                  icon={Trash2}
                  tone="danger"
                  label={`Remove ${one.name}, ${one.day}`}
                  tip="Remove"
                  onClick={() => onRemove(one.day)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
