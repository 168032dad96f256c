import { limits } from '@doorstep/contract/limits';
import type { VerificationSummary } from '@doorstep/contract/verifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Eye, Gavel } from 'lucide-react';
import { memo } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyableId } from '../../ui/CopyButton.tsx';
import { type Column, DataTable, serialColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { DecisionBadge, ObservationBadge } from './VerificationBadges.tsx';
import {
  type ListWanted,
  verificationListQuery,
  verificationQuery,
} from './verification-queries.ts';

const route = getRouteApi('/signed-in/verification');

/** The rows of one page. Kept apart so that dialogs come and go without drawing them again. */
export const VerificationTable = memo(function VerificationTable(wanted: ListWanted) {
  const { page, search, decision } = wanted;
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const list = useQuery(verificationListQuery(wanted));
  const open = (dialog: { view?: string; decide?: string }) =>
    navigate({
      search: (old) => ({ ...old, view: undefined, decide: undefined, form: undefined, ...dialog }),
    });
  return (
    <DataTable
      id="verifications"
      label="Verifications"
      columns={columnsOf(page, open)}
      rows={list.data?.rows}
      rowKey={(row) => row.verification_id}
      onIntent={(row) => void client.prefetchQuery(verificationQuery(String(row.verification_id)))}
      onOpen={(row) => open({ view: String(row.verification_id) })}
      loadingText="Loading verifications data..."
      isRefetching={list.isPlaceholderData}
      empty={
        <EmptyState
          kind={search || decision ? 'no-match' : 'none'}
          title="No verification data found matching your criteria."
          hint={search || decision ? undefined : 'Verifications appear here as agents submit them.'}
          action={
            (search || decision) && (
              <Button onClick={() => navigate({ search: {} })}>Clear search and filter</Button>
            )
          }
        />
      }
      footer={
        list.data && (
          <Pagination
            label="Verifications"
            page={page}
            pageSize={limits.pageSize}
            total={list.data.count}
            onPage={(next) =>
              navigate({ search: (old) => ({ ...old, page: next === 1 ? undefined : next }) })
            }
          />
        )
      }
    />
  );
});

function columnsOf(
  page: number,
  open: (dialog: { view?: string; decide?: string }) => void,
): Column<VerificationSummary>[] {
  return [
    serialColumn(page, limits.pageSize),
    {
      id: 'applicant',
      header: 'Applicant Name',
      className: 'font-semibold max-w-64 truncate',
      card: 'title',
      cell: (row) => <bdi>{row.applicant || '-'}</bdi>,
    },
    { id: 'agent', header: 'Agent Name', cell: (row) => <bdi>{row.agent || '-'}</bdi> },
    {
      id: 'application',
      header: 'Application ID',
      cell: (row) =>
        row.applicant_ids ? <CopyableId id={row.applicant_ids} name="application ID" /> : 'N/A',
    },
    {
      id: 'verification',
      header: 'Verification ID',
      cell: (row) => <CopyableId id={row.verification_id} name="verification ID" />,
    },
    {
      id: 'observation',
      header: 'Observation',
      cell: (row) => <ObservationBadge observation={row.overall_observation} />,
    },
    {
      id: 'decision',
      header: 'Admin Decision',
      card: 'badge',
      cell: (row) => <DecisionBadge decision={row.admin_decision} />,
    },
    {
      id: 'submitted',
      header: 'Submitted At',
      className: 'whitespace-nowrap',
      cell: (row) => formatDateTime(row.submitted_at),
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      card: 'actions',
      cell: (row) => (
        <RowActions>
          <IconButton
            icon={Eye}
            label={`View verification of ${row.applicant}`}
            tip="View"
            onClick={() => open({ view: String(row.verification_id) })}
          />
          <IconButton
            icon={Gavel}
            label={`Edit decision on ${row.applicant}`}
            tip="Edit decision"
            onClick={() => open({ decide: String(row.verification_id) })}
          />
        </RowActions>
      ),
    },
  ];
}
