import { delays, limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { Eye, Trash2, UserRoundPen, UserRoundPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { CopyableId } from '../../ui/button/CopyButton.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { actionsColumn, type Column, serialColumn } from '../../ui/table/column.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';
import { ApplicantStatusBadge } from './ApplicantStatusBadge.tsx';
import type { LooseApplicant } from './applicant-queries.ts';

// Loaded on demand, because without lenders, no applicant has a due time.
const DueTime = lazy(() => import('../../domain/clock/DueTime.tsx'));

/** The search parameters of the URL, each of which opens a dialog. */
export interface Dialog {
  view?: string;
  assign?: string;
  many?: true;
  delete?: string;
  upload?: true;
}

export function applicantColumns(
  page: number,
  open: (dialog: Dialog) => void,
): Column<LooseApplicant>[] {
  return [
    serialColumn(page, limits.pageSize),
    {
      id: 'id',
      header: 'Applicant ID',
      width: 8,
      card: 'title',
      cell: (row) => <CopyableId id={row.id} name="applicant ID" />,
    },
    {
      id: 'type',
      header: 'Applicant Type',
      width: 8,
      fold: { turn: 2, under: 'id' },
      cell: (row) => row.applicant_type || '-',
    },
    {
      id: 'portfolio',
      header: 'Portfolio Name',
      cell: (row) => <bdi>{row.portfolio_name || '-'}</bdi>,
    },
    {
      id: 'product',
      header: 'Product Type',
      width: 9.75,
      fold: { turn: 1, under: 'portfolio' },
      cell: (row) => row.product_type || '-',
    },
    {
      id: 'application',
      header: 'Application ID',
      width: 11,
      cell: (row) => (
        <div className="min-w-0 grow">
          <CopyableId id={row.application_id} name="application ID" />
          {row.applicant_name && (
            <bdi className="block truncate text-xs text-muted">{row.applicant_name}</bdi>
          )}
        </div>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 7.25,
      card: 'badge',
      cell: (row) => (
        <>
          <ApplicantStatusBadge status={row.status} />
          {row.unread_since && <span className="block text-xs text-accent">Unread message</span>}
          {row.clock && (
            <Suspense>
              <DueTime clock={row.clock} />
            </Suspense>
          )}
        </>
      ),
    },
    {
      id: 'agent',
      header: 'Agent Name',
      fold: {
        turn: 5,
        under: 'status',
        cell: ({ assigned_agent }) => assigned_agent?.name && <bdi>{assigned_agent.name}</bdi>,
      },
      cell: (row) => <bdi>{row.assigned_agent?.name || '-'}</bdi>,
    },
    actionsColumn(7.25, (row) => <Actions row={row} open={open} />),
  ];
}

function Actions({ row, open }: { row: LooseApplicant; open: (dialog: Dialog) => void }) {
  const name = row.applicant_name || `applicant ${row.id}`;
  const id = String(row.id);
  return (
    <RowActions>
      <IconButton icon={Eye} label={`View ${name}`} tip="View" onClick={() => open({ view: id })} />
      <IconButton
        icon={row.assigned_agent ? UserRoundPen : UserRoundPlus}
        label={`${row.assigned_agent ? 'Reassign' : 'Assign'} agent of ${name}`}
        tip={row.assigned_agent ? 'Reassign agent' : 'Assign agent'}
        onClick={() => open({ assign: id })}
      />
      <IconButton
        icon={Trash2}
        tone="danger"
        label={`Delete ${name}`}
        tip="Delete"
        onClick={() => {
          if (row.id) open({ delete: id });
          else toast.error(texts.applicants.invalidDelete, delays.applicantsToast);
        }}
      />
    </RowActions>
  );
}
