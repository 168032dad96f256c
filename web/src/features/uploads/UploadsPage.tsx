import { limits } from '@doorstep/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileCheck, ListTree, Upload } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { failureOf, isNotOffered, messageOf } from '../../lib/api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { toPage } from '../../lib/list/page-in-address.ts';
import { usePagedList } from '../../lib/list/use-paged-list.ts';
import { uploadListQuery } from '../../lib/uploads.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import { mappingListQuery } from './dry-run/dry-run-queries.ts';
import { uploadColumns } from './upload-columns.tsx';

const route = getRouteApi('/signed-in/uploads');
const UndoUploadModal = lazy(() => import('./UndoUploadModal.tsx'));
const MappingsModal = lazy(() => import('./mappings/MappingsModal.tsx'));
const DryRunPage = lazy(() => import('./dry-run/DryRunPage.tsx'));

export function UploadsPage() {
  const { try: isDryRun, tried } = route.useSearch();
  return isDryRun || tried ? (
    <Suspense fallback={null}>
      <DryRunPage id={tried} />
    </Suspense>
  ) : (
    <UploadList />
  );
}

function UploadList() {
  const { page = 1, undo, mappings } = route.useSearch();
  const canDryRun = useQuery(mappingListQuery(1)).isSuccess;
  const navigate = route.useNavigate();
  const { deeper, leave } = useDialogHistory();
  const turnTo = (next: number, isStep?: 'back') => navigate(toPage(next, isStep));
  const list = usePagedList(uploadListQuery, page, (last) => turnTo(last, 'back'));
  const open = (id: string) => navigate({ search: (old) => ({ ...old, undo: id }), state: deeper });
  const close = () =>
    leave(() =>
      navigate({
        search: (old) => ({ ...old, undo: undefined, mappings: undefined }),
        replace: true,
      }),
    );

  if (isNotOffered(list.error) && page === 1) {
    return (
      <Page title="Uploads">
        <EmptyState
          kind="no-permission"
          title="This server has no list of uploads"
          hint="Ask the person who runs this server where to find earlier uploads."
        />
      </Page>
    );
  }
  return (
    <Page
      title="Uploads"
      meta={list.isCurrent && formatCount(list.count, 'file')}
      actions={
        <>
          {canDryRun && (
            <Link
              from="/uploads"
              to="/uploads"
              search={(old) => ({ ...old, mappings: true })}
              state={deeper}
              className={buttonClass({})}
            >
              <ListTree aria-hidden /> Mappings
            </Link>
          )}
          <Link
            to="/applicants"
            search={{ upload: true }}
            className={buttonClass({ variant: canDryRun ? 'secondary' : 'primary' })}
          >
            <Upload aria-hidden /> Upload
          </Link>
          {canDryRun && (
            <Link
              to="/uploads"
              search={{ try: true }}
              className={buttonClass({ variant: 'primary' })}
            >
              <FileCheck aria-hidden /> Try a file
            </Link>
          )}
        </>
      }
    >
      <PagedTable
        id="uploads"
        label="Uploads"
        list={list}
        pageSize={limits.pageSize}
        onPage={turnTo}
        columns={uploadColumns(open)}
        rowKey={(row) => row.id}
        dialogOf={undo}
        loadingText="Loading uploads..."
        messageOf={(error) => messageOf(error, '')}
        renderFailure={(error) => (
          <ErrorState
            {...failureOf(error, 'Couldn’t load uploads')}
            onRetry={list.retry}
            isRetrying={list.isRetrying}
          />
        )}
        empty={
          <EmptyState
            kind="none"
            title="No uploads yet"
            hint="Each spreadsheet of applicants that is uploaded is listed here."
          />
        }
      />
      <Suspense fallback={null}>
        {mappings && <MappingsModal onClose={close} />}
        {undo !== undefined && (
          <UndoUploadModal
            id={undo}
            upload={list.rows?.find(({ id }) => String(id) === undo)}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  );
}
