import { exportAudit } from '@doorstep/contract/audit';
import { limits } from '@doorstep/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download, ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { callFile } from '../../lib/api/api-client.ts';
import { failureOf, isNotOffered, messageOf } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/download.ts';
import { toPage } from '../../lib/list/page-in-address.ts';
import { usePagedList } from '../../lib/list/use-paged-list.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { auditColumns } from './audit-columns.tsx';
import { auditListQuery, filterOf } from './audit-queries.ts';
import { ChainState, checkChain, countRows } from './ChainState.tsx';

const route = getRouteApi('/signed-in/audit');
const RegisterModal = lazy(() => import('./RegisterModal.tsx'));
const AuditEntryModal = lazy(() => import('./AuditEntryModal.tsx'));

export function AuditPage() {
  const { page = 1, view, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { deeper, leave } = useDialogHistory();
  const turnTo = (next: number, isStep?: 'back') => navigate(toPage(next, isStep));
  const [isRegister, setRegister] = useState(false);
  const list = usePagedList(
    (one) => auditListQuery(one, search),
    page,
    (last) => turnTo(last, 'back'),
  );
  const check = useMutation({
    mutationFn: () => checkChain(),
    // Reloads the list, because the audit records the check as a row.
    onSuccess: list.retry,
  });
  const download = useMutation({
    mutationFn: () => callFile(exportAudit, { query: filterOf(search) }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? 'audit.csv'),
  });
  if (isNotOffered(list.error) && page === 1) {
    return (
      <Page title="Audit">
        <EmptyState
          kind="no-permission"
          title="This server has no audit log"
          hint="Ask the person who runs this server whether another program shows the audit log."
        />
      </Page>
    );
  }
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const failed = check.error ?? download.error;
  const checked = check.isPending ? undefined : check.data;
  const open = (id: string) => navigate({ search: (old) => ({ ...old, view: id }), state: deeper });
  const close = () =>
    leave(() => navigate({ search: (old) => ({ ...old, view: undefined }), replace: true }));

  return (
    <Page
      title="Audit"
      meta={list.isCurrent && countRows(list.count)}
      actions={
        <>
          <Button isBusy={check.isPending} onClick={() => check.mutate()}>
            <ShieldCheck aria-hidden /> {check.isPending ? 'Checking...' : 'Check hash chain'}
          </Button>
          <Button isBusy={download.isPending} onClick={() => download.mutate()}>
            <Download aria-hidden /> {download.isPending ? 'Downloading...' : 'Download CSV'}
          </Button>
          <Button onClick={() => setRegister(true)}>Quality register</Button>
        </>
      }
      banner={
        <AuditFilters
          search={search}
          onChange={(change) =>
            navigate({
              search: (old) => ({ ...old, ...change, page: undefined }),
              replace: true,
            })
          }
        />
      }
    >
      <PagedTable
        id="audit"
        label="Audit"
        list={list}
        pageSize={limits.pageSize}
        onPage={turnTo}
        columns={auditColumns(open)}
        notice={
          (failed || checked) && (
            <>
              {checked && <ChainState checked={checked} />}
              {failed && (
                <Notice tone="negative">
                  {check.error ? 'Couldn’t check the hash chain.' : 'Couldn’t download the rows.'}{' '}
                  {messageOf(failed, '')}
                </Notice>
              )}
            </>
          )
        }
        rowKey={(row) => row.id}
        onOpen={(row) => open(String(row.id))}
        dialogOf={view}
        loadingText="Loading audit..."
        messageOf={wordsOf}
        renderFailure={(error) => (
          <ErrorState
            {...failureOf(error, 'Couldn’t load the audit')}
            onRetry={list.retry}
            isRetrying={list.isRetrying}
          />
        )}
        empty={
          <EmptyState
            kind={isFiltered ? 'no-match' : 'none'}
            title={isFiltered ? 'No rows match the filters' : 'The audit has no rows yet'}
            action={
              isFiltered && <Button onClick={() => navigate({ search: {} })}>Clear filters</Button>
            }
          />
        }
      />
      <Suspense fallback={null}>
        {isRegister && <RegisterModal onClose={() => setRegister(false)} />}
        {view !== undefined && <AuditEntryModal id={view} onClose={close} />}
      </Suspense>
    </Page>
  );
}

function wordsOf(error: Error): string {
  return messageOf(error, '');
}
