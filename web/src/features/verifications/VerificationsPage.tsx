import { texts } from '@doorstep/contract/errors';
import { limits } from '@doorstep/contract/limits';
import { decisionFilters, type VerificationSummary } from '@doorstep/contract/verifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Eye, Gavel } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { messageOf, requestIdOf } from '../../lib/api-error.ts';
import { formatDateTime, formatNumber, prettifyLabel } from '../../lib/format.ts';
import { useIdlePreload } from '../../lib/use-idle-preload.ts';
import { useSearchInput } from '../../lib/use-search-input.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyableId } from '../../ui/CopyButton.tsx';
import { type Column, DataTable, serialColumn } from '../../ui/DataTable.tsx';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { preloadable } from '../../ui/preloadable.ts';
import { RowActions } from '../../ui/RowActions.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedFilter } from '../../ui/SegmentedFilter.tsx';
import { DecisionBadge, ObservationBadge } from './VerificationBadges.tsx';
import { type ListWanted, verificationListQuery } from './verification-queries.ts';

const route = getRouteApi('/signed-in/verification');
const filters = decisionFilters.map((value) => ({ value, label: prettifyLabel(value) }));

const VerificationModal = preloadable(() => import('./VerificationModal.tsx'));
const DecisionModal = preloadable(() => import('./DecisionModal.tsx'));
const ReportFormModal = preloadable(() => import('./ReportFormModal.tsx'));
const dialogs = [VerificationModal, DecisionModal, ReportFormModal];
const preloadDialogs = () => dialogs.forEach((dialog) => void dialog.preload());

export function VerificationsPage() {
  const { page = 1, search, decision, view, decide, form } = route.useSearch();
  const navigate = route.useNavigate();
  const box = useSearchInput(search, (next) =>
    navigate({ search: (old) => ({ ...old, search: next, page: undefined }), replace: true }),
  );
  useIdlePreload(preloadDialogs);
  const wanted = { page, search, decision };
  const list = useQuery(verificationListQuery(wanted));
  const hasFailed = list.isError && !list.data;
  usePrefetchedNextPage(wanted, list.data?.count);

  const open = (dialog: { view?: string; decide?: string; form?: string }) =>
    navigate({
      search: (old) => ({ ...old, view: undefined, decide: undefined, form: undefined, ...dialog }),
    });

  return (
    <Page
      title="Verification"
      meta={list.data && `${formatNumber(list.data.count)} records`}
      actions={
        <>
          <SegmentedFilter
            label="Admin decision"
            options={filters}
            value={decision}
            onChange={(next) =>
              navigate({ search: (old) => ({ ...old, decision: next, page: undefined }) })
            }
          />
          <SearchField
            label="Search by Name, Application ID, Verification ID or Agent"
            value={box.text}
            onChange={box.setText}
            onClear={box.clear}
            controls={hasFailed ? undefined : 'verifications'}
            className="w-full sm:w-96"
          />
        </>
      }
    >
      {hasFailed ? (
        <ErrorState
          title={`Error loading verification data: ${messageOf(list.error, texts.verifications.fetch)}`}
          requestId={requestIdOf(list.error)}
          onRetry={() => list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <DataTable
          id="verifications"
          label="Verifications"
          columns={columnsOf(page, open)}
          rows={list.data?.rows}
          rowKey={(row) => row.verification_id}
          onOpen={(row) => open({ view: String(row.verification_id) })}
          loadingText="Loading verifications data..."
          isRefetching={list.isPlaceholderData}
          empty={
            <EmptyState
              kind={search || decision ? 'no-match' : 'none'}
              title="No verification data found matching your criteria."
              hint={
                search || decision ? undefined : 'Verifications appear here as agents submit them.'
              }
              action={
                (search || decision) && (
                  <Button
                    onClick={() => {
                      box.clear();
                      void navigate({ search: {} });
                    }}
                  >
                    Clear search and filter
                  </Button>
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
      )}
      <Suspense fallback={null}>
        {view !== undefined && (
          <VerificationModal
            id={view}
            onClose={() => open({})}
            onDecide={() => open({ decide: view })}
            onEdit={() => open({ form: view })}
          />
        )}
        {decide !== undefined && <DecisionModal id={decide} onClose={() => open({})} />}
        {form !== undefined && <ReportFormModal id={form} onClose={() => open({})} />}
      </Suspense>
    </Page>
  );
}

/** Fetches the page after this one, so that turning to it shows it at once. */
function usePrefetchedNextPage(wanted: ListWanted, count: number | undefined) {
  const client = useQueryClient();
  const { page, search, decision } = wanted;
  const hasNext = count !== undefined && page * limits.pageSize < count;
  useEffect(() => {
    if (hasNext)
      void client.prefetchQuery(verificationListQuery({ page: page + 1, search, decision }));
  }, [client, hasNext, page, search, decision]);
}

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
