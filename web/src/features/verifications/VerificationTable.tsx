import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import type { VerificationSummary } from '@doorstep/contract/verifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Eye, Gavel } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import { LevelBadge } from '../../domain/evidence/LevelBadge.tsx';
import { SecondLookBadge } from '../../domain/verifications/SecondLook.tsx';
import { DecisionBadge, OutcomeLine } from '../../domain/verifications/VerificationBadges.tsx';
import {
  type ListWanted,
  verificationListQuery,
  verificationQuery,
} from '../../domain/verifications/verification-queries.ts';
import { ObservationBadge } from '../../domain/visits/ObservationBadge.tsx';
import { SentBackBadge } from '../../domain/visits/SentBack.tsx';
import { isFiltered } from '../../lib/address/list-filters.ts';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { messageOf, requestIdOf } from '../../lib/api/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { toPage } from '../../lib/list/page-in-address.ts';
import { usePagedList } from '../../lib/list/use-paged-list.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CopyableId } from '../../ui/button/CopyButton.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { actionsColumn, type Column, serialColumn } from '../../ui/table/column.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';

// Loaded only for a verification with a due time. A server without lenders has no due times.
const DueTime = lazy(() => import('../../domain/clock/DueTime.tsx'));

const route = getRouteApi('/signed-in/verification');

/** The table of verifications, memoized so that typing a search does not render the rows. */
export const VerificationTable = memo(function VerificationTable({
  dialogOf,
  ...wanted
}: ListWanted & { dialogOf: string | true | undefined }) {
  const { page, search, decision } = wanted;
  const isNarrowed = Boolean(search || decision) || isFiltered(wanted);
  const { deeper } = useDialogHistory();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const turnTo = (next: number, isStep?: 'back') => navigate(toPage(next, isStep));
  const list = usePagedList(
    (one) => verificationListQuery({ ...wanted, page: one }),
    page,
    (last) => turnTo(last, 'back'),
  );
  const open = (dialog: { view?: string; decide?: string }) =>
    navigate({
      search: (old) => ({ ...old, ...closed, ...dialog }),
      state: deeper,
    });
  return (
    <PagedTable
      id="verifications"
      label="Verifications"
      list={list}
      pageSize={limits.pageSize}
      onPage={turnTo}
      columns={columnsOf(page, open)}
      rowKey={(row) => row.verification_id}
      onIntent={(row) => void client.prefetchQuery(verificationQuery(String(row.verification_id)))}
      onOpen={(row) => open({ view: String(row.verification_id) })}
      dialogOf={dialogOf}
      loadingText="Loading verifications data..."
      empty={
        <EmptyState
          kind={isNarrowed ? 'no-match' : 'none'}
          title="No verification data found matching your criteria."
          hint={isNarrowed ? undefined : 'Verifications appear here as agents submit them.'}
          action={
            isNarrowed && (
              <Button onClick={() => navigate({ search: {} })}>Clear search and filter</Button>
            )
          }
        />
      }
      messageOf={wordsOf}
      renderFailure={(error) => (
        <ErrorState
          title={`Error loading verification data: ${wordsOf(error)}`}
          requestId={requestIdOf(error)}
          onRetry={list.retry}
          isRetrying={list.isRetrying}
        />
      )}
    />
  );
});

function wordsOf(error: Error): string {
  return messageOf(error, texts.verifications.fetch);
}

const closed = { view: undefined, decide: undefined, form: undefined, back: undefined };

function columnsOf(
  page: number,
  open: (dialog: { view?: string; decide?: string }) => void,
): Column<VerificationSummary>[] {
  return [
    serialColumn(page, limits.pageSize),
    {
      id: 'applicant',
      header: 'Applicant Name',
      className: 'font-semibold',
      card: 'title',
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-x-2.5">
          <bdi>{row.applicant || '-'}</bdi>
          {row.evidence_level && <LevelBadge level={row.evidence_level} />}
        </span>
      ),
    },
    {
      id: 'agent',
      header: 'Agent Name',
      fold: { turn: 5, under: 'applicant' },
      cell: (row) => <bdi>{row.agent || '-'}</bdi>,
    },
    {
      id: 'application',
      header: 'Application ID',
      width: 11,
      cell: (row) =>
        row.applicant_ids ? <CopyableId id={row.applicant_ids} name="application ID" /> : 'N/A',
    },
    {
      id: 'verification',
      header: 'Verification ID',
      width: 8.5,
      fold: { turn: 1, under: 'application' },
      cell: (row) => <CopyableId id={row.verification_id} name="verification ID" />,
    },
    {
      id: 'observation',
      header: 'Observation',
      width: 8,
      cell: (row) => (
        <>
          <ObservationBadge observation={row.overall_observation} />
          <OutcomeLine of={row} />
        </>
      ),
    },
    {
      id: 'decision',
      header: 'Admin Decision',
      width: 8.25,
      card: 'badge',
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1">
          <DecisionBadge decision={row.admin_decision} />
          <SecondLookBadge state={row.second_look} />
          <SentBackBadge record={row.sent_back} />
          {row.clock && (
            <Suspense>
              <DueTime clock={row.clock} />
            </Suspense>
          )}
        </span>
      ),
    },
    {
      id: 'submitted',
      header: 'Submitted At',
      width: 11.75,
      fold: { turn: 2, under: 'agent' },
      cell: (row) => formatDateTime(row.submitted_at),
    },
    actionsColumn(6.5, (row) => (
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
    )),
  ];
}
