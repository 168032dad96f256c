import type { CalendarDay } from '@doorstep/contract/lenders/calendars';
import { limits } from '@doorstep/contract/limits';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TextAreaField } from '../../../ui/form/TextField.tsx';
import { inOrder } from './calendar-draft.ts';
import { DayList } from './HolidayFields.tsx';
import { holidayListLength, readHolidays, type WrongLine } from './read-holidays.ts';

interface PasteHolidaysProps {
  /** The pasted text whose days are not added to the calendar yet. */
  text: string;
  /** The days that the calendar has already. */
  days: readonly CalendarDay[];
  error: string | undefined;
  onType: (text: string) => void;
  onAccept: (days: CalendarDay[]) => void;
}

const tooLong = `The list is too long. Shorten it to ${formatNumber(holidayListLength)} characters.`;
const noText = 'This file can’t be read. Save it as CSV (UTF-8) or text, one holiday a line.';

export function PasteHolidays({ text, days, error, onType, onAccept }: PasteHolidaysProps) {
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const type = (pasted: string) => {
    setProblem(undefined);
    onType(pasted);
  };
  const load = async (file: File) => {
    if (file.size > holidayListLength * 3) return setProblem(tooLong);
    const read = await file.text();
    // Rejects iCalendar files, and binary files such as spreadsheets.
    if (/[\0\uFFFD]|^BEGIN:VCALENDAR/.test(read)) return setProblem(noText);
    type(read);
  };
  const isTooLong = text.length > holidayListLength;
  const read = isTooLong ? { days: [], wrong: [] } : readHolidays(text);
  const all = inOrder([...days, ...read.days]);
  const isFull = all.length > limits.calendarDays;
  const accept = () => {
    onAccept(all);
    // Lines that couldn't be read stay in the field, so that the admin can correct them.
    type(read.wrong.map((line) => line.text).join('\n'));
  };
  return (
    <div className="space-y-3">
      <TextAreaField
        label="Paste a list of holidays"
        hint="One a line: the date, then the name, then the hours of a short day. 8 Nov 2026, Diwali, 09:00-13:00"
        error={problem ?? (isTooLong ? tooLong : error)}
        rows={3}
        value={text}
        className="font-mono text-sm"
        onChange={({ target }) => type(target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="Load holidays from a file"
          className="sr-only"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void load(file);
            // Cleared, because otherwise choosing the same file again would cause no change event.
            currentTarget.value = '';
          }}
        />
        <Button size="sm" onClick={() => input.current?.click()}>
          <FileUp aria-hidden /> Load a CSV or text file
        </Button>
        {text !== '' && (
          <Button size="sm" variant="quiet" onClick={() => type('')}>
            Clear
          </Button>
        )}
      </div>
      {read.wrong.length > 0 && <WrongLines lines={read.wrong} />}
      {read.days.length > 0 && (
        <div className="space-y-2">
          <p role="status">{previewInWords(read.days, days)}</p>
          <DayList label="Days to add" days={read.days} noteOf={(one) => noteOf(one, days)} />
          {isFull && (
            <Notice tone="negative">
              A calendar has at most {formatNumber(limits.calendarDays)} days. Remove past days
              first.
            </Notice>
          )}
          <Button variant="primary" disabled={isFull} onClick={accept}>
            Add {formatCount(read.days.length, 'day')}
          </Button>
        </div>
      )}
    </div>
  );
}

const isSame = (one: CalendarDay, other: CalendarDay) =>
  one.name === other.name && JSON.stringify(one.hours) === JSON.stringify(other.hours);

function noteOf(one: CalendarDay, days: readonly CalendarDay[]): string | undefined {
  const present = days.find(({ day }) => day === one.day);
  if (!present) return undefined;
  return isSame(one, present) ? 'already in the calendar' : `replaces ${present.name}`;
}

function previewInWords(read: readonly CalendarDay[], days: readonly CalendarDay[]): string {
  const notes = read.map((one) => noteOf(one, days));
  const fresh = notes.filter((note) => note === undefined).length;
  const known = notes.filter((note) => note === 'already in the calendar').length;
  const changed = read.length - fresh - known;
  return [
    `${formatCount(read.length, 'day')} read: ${formatNumber(fresh)} new`,
    changed > 0 && `${formatNumber(changed)} changed`,
    known > 0 && `${formatNumber(known)} already in the calendar`,
  ]
    .filter(Boolean)
    .join(', ');
}

const shown = 20;

function WrongLines({ lines }: { lines: readonly WrongLine[] }) {
  return (
    <Notice tone="warning">
      <p className="font-semibold">
        {lines.length === 1
          ? '1 line was not read'
          : `${formatNumber(lines.length)} lines were not read`}
      </p>
      <ul>
        {lines.slice(0, shown).map(({ line, text, problem }) => (
          <li key={line}>
            Line {line}: {problem}{' '}
            <bdi className="font-mono text-sm wrap-anywhere text-muted">{text.slice(0, 60)}</bdi>
          </li>
        ))}
      </ul>
      {lines.length > shown && <p>And {formatNumber(lines.length - shown)} more.</p>}
    </Notice>
  );
}
