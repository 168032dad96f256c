import {
  endOtherSessions,
  endSession as endSessionCall,
  type OpenSession,
} from '@doorstep/contract/auth/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { ApiError, failureOf, isNotOffered, messageOf } from '../../lib/api/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { actionsColumn, type Column } from '../../ui/table/column.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { AccountFrame } from './AccountFrame.tsx';
import { sessionsQuery } from './account-queries.ts';
import { describeDevice } from './describe-device.ts';

export function SessionsPage() {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery);
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (session: OpenSession | undefined) =>
      session
        ? call(endSessionCall, { params: { id: session.id } }).catch(acceptGone)
        : call(endOtherSessions),
    onSuccess: (_, session) => toast.success(session ? 'Session ended' : 'Other sessions ended'),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const others = sessions?.filter(({ is_current }) => !is_current).length ?? 0;
  const ending = end.isPending ? (end.variables?.id ?? 'others') : undefined;

  return (
    <AccountFrame
      title="Sessions"
      actions={
        others > 0 && (
          <Button isBusy={ending === 'others'} onClick={() => end.mutate(undefined)}>
            {ending === 'others' ? 'Ending...' : 'End all other sessions'}
          </Button>
        )
      }
    >
      {end.error && (
        <div className="mb-3">
          <Notice tone="negative">
            {messageOf(end.error, 'Couldn’t end the session. Try again.')}
          </Notice>
        </div>
      )}
      {error && !sessions ? (
        <Failure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <DataTable
          label="Sessions"
          columns={columnsOf(ending, (session) => end.mutate(session))}
          rows={sessions}
          rowKey={(session) => session.id}
          loadingText="Loading sessions..."
          isRefetching={isFetching && sessions !== undefined}
          pageSize={3}
          footer={
            <p className="text-sm text-muted">
              A session you do not know? End it, then ask a super admin for a new password.
            </p>
          }
        />
      )}
    </AccountFrame>
  );
}

/** Ignores a 404, which means that the session has already ended, and throws other errors. */
function acceptGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

function Failure({
  error,
  onRetry,
  isRetrying,
}: {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}) {
  if (isNotOffered(error)) {
    return <EmptyState title="Not available" hint="This server does not list sessions." />;
  }
  return (
    <ErrorState
      {...failureOf(error, 'Couldn’t load sessions')}
      onRetry={onRetry}
      isRetrying={isRetrying}
    />
  );
}

function columnsOf(
  ending: string | undefined,
  onEnd: (session: OpenSession) => void,
): Column<OpenSession>[] {
  return [
    {
      id: 'device',
      header: 'Device',
      card: 'title',
      className: 'font-semibold',
      cell: ({ user_agent, is_current }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span>{describeDevice(user_agent)}</span>
          {is_current && <StatusBadge tone="positive">This session</StatusBadge>}
        </span>
      ),
    },
    {
      id: 'address',
      header: 'IP Address',
      width: 11,
      fold: { turn: 1, under: 'device' },
      className: 'font-mono',
      cell: ({ address }) => <bdi>{address}</bdi>,
    },
    {
      id: 'created',
      header: 'Signed In',
      width: 11.75,
      cell: ({ created_at }) => formatDateTime(created_at),
    },
    {
      id: 'used',
      header: 'Last Used',
      width: 11.75,
      cell: ({ last_used_at }) => formatDateTime(last_used_at),
    },
    actionsColumn(6, (session) =>
      session.is_current ? null : (
        <Button
          size="sm"
          isBusy={ending === session.id}
          aria-label={`End session of ${describeDevice(session.user_agent)} at ${session.address}`}
          onClick={() => onEnd(session)}
        >
          End
        </Button>
      ),
    ),
  ];
}
