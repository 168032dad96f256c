import { formFor } from '@doorstep/contract/reports';
import { texts } from '@doorstep/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { matchesQuery } from '../../../domain/matches/match-queries.ts';
import { savedFormQuery } from '../../../domain/reports/report-queries.ts';
import { verificationQuery } from '../../../domain/verifications/verification-queries.ts';
import { ApiError, failureOf } from '../../../lib/api/api-error.ts';
import { config } from '../../../lib/config.ts';
import { Modal, ModalBody } from '../../../ui/dialog/Modal.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { ReportFormEditor } from './ReportFormEditor.tsx';

export default function ReportFormModal({ id, onClose }: { id: string; onClose: () => void }) {
  const verification = useQuery(verificationQuery(id));
  const { data } = verification;
  const visitType = data?.application_details?.visit_type ?? data?.visit_type;
  const form = formFor(visitType, config().shortName);
  const saved = useQuery({ ...savedFormQuery(id, form.template), enabled: data !== undefined });
  const matches = useQuery(matchesQuery(data?.application_details?.id));
  if (data && saved.data !== undefined && !matches.isLoading) {
    return (
      <ReportFormEditor
        key={id}
        id={id}
        form={form}
        verification={data}
        matches={matches.data}
        saved={saved.data}
        onClose={onClose}
      />
    );
  }
  const failed = verification.error ? verification : saved;
  return (
    <Modal title="Verification Form" size="xl" isTall onClose={onClose}>
      <ModalBody>
        {saved.error instanceof ApiError && saved.error.code === 'second_look_owed' ? (
          <EmptyState
            kind="no-permission"
            title="The form is hidden until the second look"
            hint={saved.error.message}
          />
        ) : failed.error ? (
          <ErrorState
            {...failureOf(failed.error, texts.verifications.detail)}
            onRetry={() => failed.refetch()}
            isRetrying={failed.isFetching}
          />
        ) : (
          <div role="status" aria-label="Loading form" className="space-y-3">
            <Skeleton className="w-1/4" />
            <Skeleton className="w-3/4" />
            <Skeleton className="w-2/3" />
          </div>
        )}
      </ModalBody>
    </Modal>
  );
}
