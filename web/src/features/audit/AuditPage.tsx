import { exportAudit } from '@doorstep/contract/audit';
import { limits } from '@doorstep/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download, ShieldCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { callFile } from '../../lib/api-client.ts';
import { ApiError, messageOf, requestIdOf } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/download.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { auditColumns } from './audit-columns.tsx';
import { auditListQuery, filterOf } from './audit-queries.ts';
import { ChainState, checkChain, countRows } from './ChainState.tsx';

const route = getRouteApi('/signed-in/audit');
const AuditEntryModal = lazy(() => import('./AuditEntryModal.tsx'));

export function AuditPage() {
  const { page = 1, view, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(auditListQuery(page, search));
  const check = useMutation({
    mutationFn: () => checkChain(),
    // The check itself is a row.
    onSuccess: () => list.refetch(),
  });
  const download = useMutation({
    mutationFn: () => callFile(exportAudit, { query: filterOf(search) }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? 'audit.csv'),
  });
  if (list.error instanceof ApiError && list.error.status === 404 && page === 1) {
    return (
      <Page title="Audit">
        <EmptyState
          kind="no-permission"
          title="This server offers no audit"
          hint="It may keep one that is read elsewhere."
        />
      </Page>
    );
  }
  const hasFailed = list.isError && !list.data;
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const failed = check.error ?? download.error;
  const open = (id: string | undefined) => navigate({ search: (old) => ({ ...old, view: id }) });

  return (
    <Page
      title="Audit"
      meta={list.data && countRows(list.data.count)}
      actions={
        <>
          <Button isBusy={check.isPending} onClick={() => check.mutate()}>
            <ShieldCheck aria-hidden /> {check.isPending ? 'Checking...' : 'Check the chain'}
          </Button>
          <Button isBusy={download.isPending} onClick={() => download.mutate()}>
            <Download aria-hidden /> {download.isPending ? 'Downloading...' : 'Download CSV'}
          </Button>
        </>
      }
      banner={
        <div className="space-y-3">
          {check.data && !check.isPending && <ChainState checked={check.data} />}
          {failed && (
            <Notice tone="negative">
              {check.error
                ? 'The chain could not be checked.'
                : 'The rows could not be downloaded.'}{' '}
              {messageOf(failed, '')}
            </Notice>
          )}
          <AuditFilters
            search={search}
            onChange={(change) =>
              navigate({
                search: (old) => ({ ...old, ...change, page: undefined }),
                replace: true,
              })
            }
          />
        </div>
      }
    >
      {hasFailed ? (
        <ErrorState
          title="Failed to fetch the audit"
          message={messageOf(list.error, '')}
          requestId={requestIdOf(list.error)}
          onRetry={() => list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <DataTable
          id="audit"
          label="Audit"
          columns={auditColumns(open)}
          rows={list.data?.results}
          rowKey={(row) => row.id}
          onOpen={(row) => open(String(row.id))}
          loadingText="Loading audit..."
          isRefetching={list.isPlaceholderData}
          empty={
            <EmptyState
              kind={isFiltered ? 'no-match' : 'none'}
              title={isFiltered ? 'No rows match' : 'Nothing has happened yet'}
              action={
                isFiltered && (
                  <Button onClick={() => navigate({ search: {} })}>Clear filters</Button>
                )
              }
            />
          }
          footer={
            list.data && (
              <Pagination
                label="Audit"
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
        {view !== undefined && <AuditEntryModal id={view} onClose={() => open(undefined)} />}
      </Suspense>
    </Page>
  );
}
