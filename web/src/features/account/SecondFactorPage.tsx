import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { failureOf, isNotOffered } from '../../lib/api/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { secondFactorQuery } from './account-queries.ts';
import { Enrolment } from './Enrolment.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TurnOffModal } from './TurnOffModal.tsx';

const route = getRouteApi('/signed-in/account/second-factor');

export function SecondFactorPage() {
  const { off } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(secondFactorQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const [hasFailed, setHasFailed] = useState(false);
  const { deeper, leave } = useDialogHistory();
  const closeOff = () => leave(() => navigate({ search: {}, replace: true }));
  const reload = () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

  async function leaveCodes() {
    await reload();
    setCodes(undefined);
    // A user who must use two-step sign-in was redirected here after sign-in, so Home comes next.
    if (data?.is_required) await navigate({ to: '/home', ignoreBlocker: true });
  }

  return (
    <AccountFrame title="Two-step sign-in">
      <div className="w-full max-w-3xl rounded-lg border border-rule bg-panel p-5">
        {codes ? (
          <RecoveryCodes codes={codes} onDone={leaveCodes} />
        ) : data ? (
          <Standing {...data} areCodesUnseen={hasFailed}>
            {data.is_on ? (
              <Button onClick={() => navigate({ search: { off: true }, state: deeper })}>
                Turn off...
              </Button>
            ) : (
              <Enrolment
                onDone={(shown) => {
                  setCodes(shown);
                  setHasFailed(false);
                }}
                onFailed={() => {
                  setHasFailed(true);
                  return reload();
                }}
              />
            )}
          </Standing>
        ) : error && isNotOffered(error) ? (
          <EmptyState
            title="Not available"
            hint="This server signs users in with a password only."
          />
        ) : error ? (
          <ErrorState
            {...failureOf(error, 'Couldn’t load two-step sign-in')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <div role="status" aria-label="Loading two-step sign-in" className="space-y-4 py-2">
            <Skeleton className="w-1/3" />
            <Skeleton className="w-4/5" />
          </div>
        )}
      </div>
      {off && data?.is_on && (
        <TurnOffModal
          onClose={closeOff}
          onDone={() => {
            toast.success('Two-step sign-in is off');
            void reload();
          }}
        />
      )}
    </AccountFrame>
  );
}

interface StandingProps {
  is_on: boolean;
  on_since: string | null;
  recovery_codes_left: number;
  is_required: boolean;
  /**
   * Whether a request of this page to turn two-step sign-in on has failed. If it is on nevertheless, the
   * answer with the recovery codes was lost.
   */
  areCodesUnseen: boolean;
  children: ReactNode;
}

function Standing({
  is_on,
  on_since,
  recovery_codes_left: left,
  is_required,
  areCodesUnseen,
  children,
}: StandingProps) {
  return (
    <div className="space-y-4">
      {is_required && !is_on && (
        <Notice tone="warning">Two-step sign-in is required here. Set it up to continue.</Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge tone={is_on ? 'positive' : 'neutral'}>{is_on ? 'On' : 'Off'}</StatusBadge>
        <p className="text-muted">
          {is_on
            ? `Since ${formatDateTime(on_since)} · ${left} recovery ${left === 1 ? 'code' : 'codes'} left`
            : 'You sign in with your password only.'}
        </p>
      </div>
      <p className="max-w-prose">
        {is_on
          ? 'Sign-in asks for your password and then for a code from your authenticator app. If you get a new phone, turn two-step sign-in off and set it up again.'
          : 'If you set it up, sign-in also asks for a code from an authenticator app on your phone. A stolen password alone is then not enough.'}
      </p>
      {is_on && areCodesUnseen && (
        <Notice tone="warning">
          The server’s answer with your recovery codes was lost. Turn two-step sign-in off and set
          it up again to get new recovery codes.
        </Notice>
      )}
      {is_on && left <= 2 && (
        <Notice tone="warning">
          Few recovery codes are left. Turn two-step sign-in off and on again for ten new ones.
        </Notice>
      )}
      {children}
    </div>
  );
}
