import { texts } from '@doorstep/contract/errors';
import { limits } from '@doorstep/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListFilter, Upload, UserRoundX } from 'lucide-react';
import { Suspense } from 'react';
import { ApiError, messageOf, requestIdOf } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { useIdlePreload } from '../../lib/use-idle-preload.ts';
import { useSearchInput } from '../../lib/use-search-input.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { preloadable } from '../../ui/preloadable.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { applicantColumns, type Dialog } from './applicant-columns.tsx';
import { applicantQuery } from './applicant-queries.ts';
import { useApplicantList } from './use-applicant-list.ts';

const route = getRouteApi('/signed-in/applicants');

const ApplicantModal = preloadable(() => import('./ApplicantModal.tsx'));
const AssignAgentModal = preloadable(() => import('./AssignAgentModal.tsx'));
const DeleteApplicantModal = preloadable(() => import('./DeleteApplicantModal.tsx'));
const UploadModal = preloadable(() => import('./UploadModal.tsx'));
const dialogs = [ApplicantModal, AssignAgentModal, DeleteApplicantModal, UploadModal];
const preloadDialogs = () => dialogs.forEach((dialog) => void dialog.preload());

export function ApplicantsPage() {
  const { page = 1, search, assigned, view, assign, delete: deleted, upload } = route.useSearch();
  const navigate = route.useNavigate();
  const box = useSearchInput(search, (next) =>
    navigate({ search: (old) => ({ ...old, search: next, page: undefined }), replace: true }),
  );
  useIdlePreload(preloadDialogs);
  const client = useQueryClient();
  const { list, shown } = useApplicantList({ page, search, assigned });
  const isNarrowed = search !== undefined || assigned !== undefined;

  const open = (dialog: Dialog) =>
    navigate({
      search: (old) => ({
        page: old.page,
        search: old.search,
        assigned: old.assigned,
        ...dialog,
      }),
    });
  const close = () => open({});
  const turnTo = (next: number) =>
    navigate({ search: (old) => ({ ...old, page: next === 1 ? undefined : next }) });
  // The last row of a page takes the page along.
  const closeDeleted = () => {
    const isPageGone = page > 1 && shown?.rows.length === 1;
    const next = isPageGone ? page - 1 : page;
    void navigate({ search: { page: next === 1 ? undefined : next, search, assigned } });
  };
  const clearAll = () => {
    box.clear();
    void navigate({ search: {} });
  };
  const toggleNotAssigned = () =>
    navigate({
      search: (old) => ({ ...old, assigned: assigned ? undefined : 'false', page: undefined }),
    });

  return (
    <Page
      title="Applicants"
      meta={shown && !list.isPlaceholderData && `${formatNumber(shown.total)} records`}
      actions={
        <>
          <SearchField
            label="Search by Applicant ID, Portfolio Name, Application ID"
            value={box.text}
            onChange={box.setText}
            onClear={box.clear}
            controls={list.isError ? undefined : 'applicants'}
            className="w-full sm:w-96"
          />
          <Button onClick={toggleNotAssigned}>
            {assigned ? <ListFilter aria-hidden /> : <UserRoundX aria-hidden />}
            {assigned ? 'Show All' : 'Not Assigned'}
          </Button>
          <Button variant="primary" onClick={() => open({ upload: true })}>
            <Upload aria-hidden /> Upload
          </Button>
        </>
      }
      banner={
        assigned &&
        shown && (
          <Notice tone="info">
            Filter Active: Showing only applicants with no assigned agent (
            {list.isPlaceholderData ? '…' : formatNumber(shown.total)} total, showing up to{' '}
            {limits.pageSize} per page)
          </Notice>
        )
      }
    >
      {list.isError && isPastEnd(list.error, page) ? (
        <EmptyState
          kind="no-match"
          title="No applicants found."
          hint={`There is no page ${formatNumber(page)}: the list has become shorter.`}
          action={<Button onClick={() => turnTo(1)}>Go to the first page</Button>}
        />
      ) : list.isError && !list.data ? (
        <Failure error={list.error} onRetry={() => list.refetch()} isRetrying={list.isFetching} />
      ) : (
        <DataTable
          id="applicants"
          label="Applicants"
          columns={applicantColumns(page, open)}
          rows={shown?.rows}
          rowKey={(row) => row.id}
          onIntent={(row) => void client.prefetchQuery(applicantQuery(String(row.id)))}
          onOpen={(row) => open({ view: String(row.id) })}
          loadingText="Loading applicants data..."
          isRefetching={list.isPlaceholderData}
          empty={
            <EmptyState
              kind={isNarrowed ? 'no-match' : 'none'}
              title="No applicants found."
              hint={
                isNarrowed
                  ? 'Try adjusting your search or filters.'
                  : 'Adjust your search or filters, or upload a spreadsheet.'
              }
              action={
                isNarrowed ? (
                  <Button onClick={clearAll}>Clear search and filter</Button>
                ) : (
                  <Button onClick={() => open({ upload: true })}>
                    <Upload aria-hidden /> Upload a spreadsheet
                  </Button>
                )
              }
            />
          }
          footer={
            shown && (
              <Pagination
                label="Applicants"
                page={page}
                pageSize={limits.pageSize}
                total={shown.count}
                onPage={turnTo}
              />
            )
          }
        />
      )}
      <Suspense fallback={null}>
        {view !== undefined && (
          <ApplicantModal id={view} onClose={close} onAssign={() => open({ assign: view })} />
        )}
        {assign !== undefined && <AssignAgentModal id={assign} onClose={close} />}
        {deleted !== undefined && (
          <DeleteApplicantModal id={deleted} onClose={close} onDeleted={closeDeleted} />
        )}
        {upload && <UploadModal onClose={close} />}
      </Suspense>
    </Page>
  );
}

/** The backend answers a page past the end with a 404, which happens when others delete or assign meanwhile. */
function isPastEnd(error: Error, page: number): boolean {
  return page > 1 && error instanceof ApiError && error.status === 404;
}

function Failure(props: { error: Error; onRetry: () => void; isRetrying: boolean }) {
  const { error, onRetry, isRetrying } = props;
  const message = messageOf(error, texts.applicants.fetchFallback);
  if (error instanceof ApiError && error.status === 403) {
    return <EmptyState kind="no-permission" title={texts.applicants.fetch} hint={message} />;
  }
  return (
    <ErrorState
      title={texts.applicants.fetch}
      message={message}
      requestId={requestIdOf(error)}
      onRetry={onRetry}
      isRetrying={isRetrying}
    />
  );
}
