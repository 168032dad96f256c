import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { ApiError, failureOf } from '../../../lib/api/api-error.ts';
import { buttonClass } from '../../../ui/button/button-class.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { DryRunDetails } from './DryRunDetails.tsx';
import { dryRunQuery } from './dry-run-queries.ts';

const route = getRouteApi('/signed-in/uploads');

export default function DryRunPage({ id }: { id: string | undefined }) {
  const client = useQueryClient();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Try a file"
      actions={
        <Link to="/uploads" className={buttonClass({})}>
          <ArrowLeft aria-hidden /> All uploads
        </Link>
      }
    >
      {id === undefined ? (
        <ChooseFile
          onRead={(dryRun) => {
            const uploadId = String(dryRun.upload_id);
            client.setQueryData(dryRunQuery(uploadId).queryKey, dryRun);
            void client.invalidateQueries({ queryKey: ['uploads'] });
            void navigate({ search: { tried: uploadId }, replace: true });
          }}
        />
      ) : (
        <LoadedDryRun key={id} id={id} />
      )}
    </Page>
  );
}

function LoadedDryRun({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(dryRunQuery(id));
  if (data) return <DryRunDetails dryRun={data} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        kind="none"
        title="This file is no longer stored"
        hint="Your last ten tried files are kept for 24 hours. Choose the file again."
        action={
          <Link
            to="/uploads"
            search={{ try: true }}
            className={buttonClass({ variant: 'primary' })}
          >
            Try a file
          </Link>
        }
      />
    );
  }
  if (error instanceof ApiError && error.code === 'upload_taken') {
    return (
      <EmptyState
        kind="none"
        title="This file was taken in"
        hint={error.message}
        action={
          <Link to="/uploads" className={buttonClass({ variant: 'primary' })}>
            Show all uploads
          </Link>
        }
      />
    );
  }
  if (error) {
    return (
      <ErrorState
        {...failureOf(error, 'Couldn’t read the file')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <div role="status" aria-label="Reading the file" className="space-y-3">
      {['w-1/4', 'w-3/4', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
