import { type MailAlert, turnOffMailAlert, turnOnMailAlert } from '@doorstep/contract/alerts/mail';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { failureOf, isNotOffered, messageOf } from '../../lib/api/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { AccountFrame } from './AccountFrame.tsx';
import { mailAlertQuery } from './account-queries.ts';
import { useSmallForm } from './use-small-form.ts';

export function AlertsPage() {
  const { data, error, isFetching, refetch } = useQuery(mailAlertQuery);
  return (
    <AccountFrame title="E-mail alerts">
      {data?.is_offered === true ? (
        <div className="w-full max-w-3xl rounded-lg border border-rule bg-panel p-5">
          <Standing alert={data} />
        </div>
      ) : data || (error && isNotOffered(error)) ? (
        <EmptyState title="Not available" hint="This server is not set up to send e-mail." />
      ) : error ? (
        <ErrorState
          {...failureOf(error, 'Couldn’t load e-mail alerts')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <div role="status" aria-label="Loading e-mail alerts" className="space-y-4 py-2">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-4/5" />
        </div>
      )}
    </AccountFrame>
  );
}

function Standing({ alert }: { alert: MailAlert }) {
  const { address, last_sent_at, has_failed } = alert;
  const isOn = address !== null;
  const email = useSession()?.email ?? '';
  const client = useQueryClient();
  const take = (now: MailAlert) => client.setQueryData(mailAlertQuery.queryKey, now);
  const { wiring, errors, failure, isPending } = useSmallForm(
    ({ address: typed = '' }) => call(turnOnMailAlert, { body: { address: typed } }),
    (now) => {
      toast.success(isOn ? 'Address saved' : 'E-mail alerts are on');
      take(now);
    },
  );
  const off = useMutation({
    mutationFn: () => call(turnOffMailAlert),
    onSuccess: (now) => {
      toast.success('E-mail alerts are off');
      take(now);
    },
  });
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge tone={isOn ? 'positive' : 'neutral'}>{isOn ? 'On' : 'Off'}</StatusBadge>
        {isOn && (
          <p className="text-muted">
            {last_sent_at ? `Last sent ${formatDateTime(last_sent_at)}` : 'Nothing was sent yet.'}
          </p>
        )}
      </div>
      <p className="max-w-prose">
        When work becomes late, or is due within two hours of working time, you get a list by
        e-mail: at most one an hour, and only if there is something new. The list contains
        application numbers, portfolio names and due times, but no names, phone numbers or addresses
        of applicants.
      </p>
      {has_failed && (
        <Notice tone="warning">
          The last e-mail could not be sent. Doorstep tries again an hour later. If the address is
          right, tell the person who runs this server.
        </Notice>
      )}
      {(failure ?? off.error) && (
        <Notice tone="negative">
          {failure ?? messageOf(off.error, 'Couldn’t turn off e-mail alerts. Try again.')}
        </Notice>
      )}
      <form {...wiring} className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <div className="w-full max-w-96 min-w-0">
          <TextField
            label="E-mail address"
            name="address"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            spellCheck={false}
            defaultValue={address ?? email}
            error={errors.address}
          />
        </div>
        <div className="flex flex-wrap gap-2 sm:shrink-0 sm:flex-nowrap sm:pt-6">
          <Button type="submit" variant="primary" className="min-h-9" isBusy={isPending}>
            {isPending ? 'Saving...' : isOn ? 'Save address' : 'Turn on'}
          </Button>
          {isOn && (
            <Button className="min-h-9" isBusy={off.isPending} onClick={() => off.mutate()}>
              {off.isPending ? 'Turning off...' : 'Turn off'}
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
