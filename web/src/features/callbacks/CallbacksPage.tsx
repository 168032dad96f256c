import { limits } from '@doorstep/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { FormDialog } from '../../domain/keys/FormFrame.tsx';
import { verificationQuery } from '../../domain/verifications/verification-queries.ts';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { failureOf, isNotOffered, messageOf } from '../../lib/api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { toPage } from '../../lib/list/page-in-address.ts';
import { usePagedList } from '../../lib/list/use-paged-list.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import { SegmentedFilter } from '../../ui/table/SegmentedFilter.tsx';
import { callbackColumns } from './callback-columns.tsx';
import { callbackListQuery } from './callback-queries.ts';

const route = getRouteApi('/signed-in/callbacks');
const CallbackForm = lazy(() => import('../../domain/callbacks/CallbackForm.tsx'));

const states = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const;

export function CallbacksPage() {
  const { page = 1, state = 'open', call } = route.useSearch();
  const navigate = route.useNavigate();
  const { deeper, leave } = useDialogHistory();
  const turnTo = (next: number, isStep?: 'back') => navigate(toPage(next, isStep));
  const list = usePagedList(callbackListQuery(state), page, (last) => turnTo(last, 'back'));
  const open = (id: string) => navigate({ search: (old) => ({ ...old, call: id }), state: deeper });
  const close = () =>
    leave(() => navigate({ search: (old) => ({ ...old, call: undefined }), replace: true }));
  const { data: called } = useQuery({
    ...verificationQuery(call ?? ''),
    enabled: call !== undefined,
  });

  if (isNotOffered(list.error) && page === 1) {
    return (
      <Page title="Call-backs">
        <EmptyState
          kind="no-permission"
          title="This server has no call-backs"
          hint="Ask the person who runs this server whether another program shows call-backs."
        />
      </Page>
    );
  }
  return (
    <Page
      title="Call-backs"
      meta={list.isCurrent && formatCount(list.count, 'call-back')}
      actions={
        <>
          <SegmentedFilter
            label="State"
            options={states}
            value={state}
            onChange={(next) =>
              navigate({ search: { state: next === 'closed' ? next : undefined } })
            }
          />
          <Link to="/review" className={buttonClass({})}>
            Review
          </Link>
        </>
      }
    >
      <PagedTable
        id="callbacks"
        label="Call-backs"
        list={list}
        pageSize={limits.pageSize}
        onPage={turnTo}
        columns={callbackColumns(open)}
        rowKey={(row) => row.verification_id}
        dialogOf={call}
        loadingText="Loading call-backs..."
        messageOf={(error) => messageOf(error, '')}
        renderFailure={(error) => (
          <ErrorState
            {...failureOf(error, 'Couldn’t load call-backs')}
            onRetry={list.retry}
            isRetrying={list.isRetrying}
          />
        )}
        empty={
          <EmptyState
            kind="none"
            title={state === 'open' ? 'No open call-backs' : 'No call-back is closed yet'}
            hint="The server selects some visits for a call-back. Reviewers can ask for more."
          />
        }
      />
      <Suspense fallback={null}>
        {call !== undefined && called && (
          <CallbackForm key={call} frame={FormDialog} verification={called} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}
