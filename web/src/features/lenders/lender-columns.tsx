import type { Lender } from '@doorstep/contract/lenders';
import type { Calendar } from '@doorstep/contract/lenders/calendars';
import {
  CalendarCheck,
  CalendarClock,
  FileSpreadsheet,
  FileText,
  Pencil,
  Trash2,
} from 'lucide-react';
import { formatCount, formatNumber, today } from '../../lib/format.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { actionsColumn, type Column } from '../../ui/table/column.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';
import { weekInWords } from './calendars/hours.ts';

/** The search parameters of the URL, each of which opens a dialog. */
export interface Dialog {
  lender?: string;
  rules?: string;
  columns?: string;
  daily?: string;
  layout?: string;
  delete?: string;
  calendar?: string;
  drop?: string;
}
type Open = (dialog: Dialog) => void;

const none = (text: string) => <span className="text-muted">{text}</span>;

export const lenderColumns = (open: Open): Column<Lender>[] => [
  {
    id: 'name',
    header: 'Lender',
    minWidth: 9,
    className: 'font-semibold',
    card: 'title',
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'portfolios',
    header: 'Portfolios',
    width: 24,
    fold: { turn: 2, under: 'name', cell: ({ portfolios }) => portfolios.join(', ') || null },
    cell: ({ portfolios }) => portfolios.join(', ') || none('None'),
  },
  {
    id: 'rules',
    header: 'Rules',
    width: 6,
    cell: ({ rules }) => (rules.length === 0 ? none('None') : formatCount(rules.length, 'rule')),
  },
  {
    id: 'open',
    header: 'Open applicants',
    align: 'end',
    width: 9,
    cell: ({ open: count }) => formatNumber(count),
  },
  actionsColumn(14.5, ({ id, name }) => (
    <RowActions>
      <IconButton
        icon={FileSpreadsheet}
        label={`Columns of exports for ${name}`}
        tip="Columns of exports"
        onClick={() => open({ columns: String(id) })}
      />
      <IconButton
        icon={CalendarClock}
        label={`Daily export for ${name}`}
        tip="Daily export"
        onClick={() => open({ daily: String(id) })}
      />
      <IconButton
        icon={FileText}
        label={`Report layout of ${name}`}
        tip="Report layout"
        onClick={() => open({ layout: String(id) })}
      />
      <IconButton
        icon={CalendarCheck}
        label={`Apply the rules of ${name}`}
        tip="Apply new rules"
        onClick={() => open({ rules: String(id) })}
      />
      <IconButton
        icon={Pencil}
        label={`Edit ${name}`}
        tip="Edit"
        onClick={() => open({ lender: String(id) })}
      />
      <IconButton
        icon={Trash2}
        tone="danger"
        label={`Delete ${name}`}
        tip="Delete"
        onClick={() => open({ delete: String(id) })}
      />
    </RowActions>
  )),
];

/** Returns a text such as '12 to come'. 'None to come' shows admins that the calendar is out of date. */
function daysInWords({ days }: Calendar) {
  const now = today();
  const coming = days.filter(({ day }) => day >= now).length;
  if (coming > 0) return `${formatNumber(coming)} to come`;
  return days.length === 0 ? none('None') : none('None to come');
}

export const calendarColumns = (open: Open): Column<Calendar>[] => [
  {
    id: 'name',
    header: 'Calendar',
    minWidth: 9,
    className: 'font-semibold',
    card: 'title',
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'week',
    header: 'Working hours',
    width: 24,
    fold: { turn: 2, under: 'name' },
    cell: ({ week }) => weekInWords(week),
  },
  { id: 'days', header: 'Holidays', width: 8.5, cell: daysInWords },
  {
    id: 'rules',
    header: 'Used by',
    width: 6.5,
    cell: ({ rules }) => (rules === 0 ? none('No rule') : formatCount(rules, 'rule')),
  },
  actionsColumn(8.5, ({ id, name }) => (
    <RowActions>
      <IconButton
        icon={Pencil}
        label={`Edit ${name}`}
        tip="Edit"
        onClick={() => open({ calendar: String(id) })}
      />
      <IconButton
        icon={Trash2}
        tone="danger"
        label={`Delete ${name}`}
        tip="Delete"
        onClick={() => open({ drop: String(id) })}
      />
    </RowActions>
  )),
];
