import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { ApiError, failureOf } from '../../../lib/api/api-error.ts';
import { buttonClass } from '../../../ui/button/button-class.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { TriedFile } from './TriedFile.tsx';
import { triedQuery } from './try-queries.ts';

const route = getRouteApi('/signed-in/uploads');

export default function TryPage({ id }: { id: string | undefined }) {
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
          onTried={(tried) => {
            const triedId = String(tried.upload_id);
            client.setQueryData(triedQuery(triedId).queryKey, tried);
            void client.invalidateQueries({ queryKey: ['uploads'] });
            void navigate({ search: { tried: triedId }, replace: true });
          }}
        />
      ) : (
        <Tried key={id} id={id} />
      )}
    </Page>
  );
}

function Tried({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(triedQuery(id));
  if (data) return <TriedFile tried={data} />;
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
