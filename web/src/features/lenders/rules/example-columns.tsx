import type { RulesApplied } from '@doorstep/contract/lenders';
import { formatDateTime } from '../../../lib/format.ts';
import type { Column } from '../../../ui/table/column.tsx';

type Example = RulesApplied['examples'][number];

const due = (moment: string | null) =>
  moment ? formatDateTime(moment) : <span className="text-muted">No due time</span>;

export const exampleColumns: Column<Example>[] = [
  {
    id: 'applicant',
    header: 'Applicant',
    minWidth: 9,
    className: 'font-semibold',
    card: 'title',
    cell: ({ applicant_name }) => <bdi>{applicant_name}</bdi>,
  },
  {
    id: 'application',
    header: 'Application ID',
    width: 11,
    className: 'font-mono',
    fold: { turn: 1, under: 'applicant' },
    cell: ({ application_id }) => application_id,
  },
  { id: 'now', header: 'Current due time', width: 13, cell: ({ due_at }) => due(due_at) },
  { id: 'then', header: 'New due time', width: 13, cell: ({ new_due_at }) => due(new_due_at) },
];
