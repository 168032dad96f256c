import { type CalendarDate, parseDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar';
import { DateInput, DatePicker, DateSegment } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { inputClass } from './Field.tsx';

interface DatePickerFieldProps {
  label: string;
  /** `YYYY-MM-DD`. Undefined while the field is empty or incomplete. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  min?: string;
  max?: string;
  today?: string;
  error?: string;
}

const toDate = (day: string | undefined) => (day ? parseDate(day) : undefined);

/** `DateRangeFields` loads this component lazily, because its code is large. */
export default function DatePickerField(props: DatePickerFieldProps) {
  const { label, value, onChange, min, max, today, error } = props;
  // While a user types 2026, the picker reports days in the years 2, 20 and 202. Such a day is stored here,
  // and passed to `onChange` only if the field loses the focus before the year is complete.
  const [begun, setBegun] = useState<CalendarDate>();
  return (
    <DatePicker<CalendarDate>
      value={begun ?? toDate(value) ?? null}
      onChange={(date) => {
        const isBegun = date !== null && date.year < 1000;
        setBegun(isBegun ? date : undefined);
        if (!isBegun) onChange(date?.toString());
      }}
      onBlur={() => {
        if (begun) onChange(begun.toString());
        setBegun(undefined);
      }}
      minValue={toDate(min)}
      maxValue={toDate(max)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      shouldForceLeadingZeros
      className="min-w-0"
    >
      <Label className="mb-1 block text-sm font-semibold">{label}</Label>
      <Group
        className={`${inputClass} flex w-full items-center ps-2.5 pe-1 has-data-focused:border-focus has-data-focused:outline-1 has-data-focused:outline-focus data-invalid:border-danger sm:w-42`}
      >
        <DateInput className="flex grow items-center whitespace-nowrap">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-sm px-0.5 outline-none data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-muted data-focused:data-placeholder:text-on-accent data-[type=literal]:px-0 data-[type=literal]:text-muted"
            />
          )}
        </DateInput>
        <Button className="grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink">
          <CalendarDays aria-hidden className="size-4" />
        </Button>
      </Group>
      {error && (
        <Text
          slot="errorMessage"
          className="mt-1 flex items-start gap-1.5 text-sm text-danger sm:max-w-42"
        >
          <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
          {error}
        </Text>
      )}
      <Popover
        offset={4}
        className="rounded-lg border border-rule bg-panel p-3 shadow-float outline-none"
      >
        <Dialog className="outline-none">
          <Month today={today} />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

const turnClass =
  'grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink data-disabled:opacity-35';

function Month({ today }: { today: string | undefined }) {
  return (
    <Calendar>
      <header className="mb-1 flex items-center justify-between gap-2">
        <Button slot="previous" className={turnClass}>
          <ChevronLeft aria-hidden className="size-4" />
        </Button>
        <Heading className="text-base font-semibold" />
        <Button slot="next" className={turnClass}>
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </header>
      <CalendarGrid className="border-separate border-spacing-0.5">
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="h-8 w-8 text-xs font-semibold text-muted">
              {day}
            </CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={`grid size-8 cursor-pointer place-items-center rounded-md text-sm outline-none data-disabled:cursor-not-allowed data-disabled:text-muted data-disabled:line-through data-disabled:opacity-50 data-focus-visible:outline-2 data-focus-visible:outline-focus data-hovered:bg-hover data-outside-month:invisible data-selected:bg-accent! data-selected:text-on-accent! ${date.toString() === today ? 'font-bold text-accent underline' : ''}`}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
