import { type Upload, type UploadUndone, undoUpload } from '@doorstep/contract/bulk-upload/uploads';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { refetchChanged } from '../../lib/live/refetch-changed.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';
import { FormModal } from '../../ui/dialog/FormModal.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { nameOf } from './upload-columns.tsx';

interface UndoUploadModalProps {
  id: string;
  upload: Upload | undefined;
  onClose: () => void;
}

export default function UndoUploadModal({ id, upload: listed, onClose }: UndoUploadModalProps) {
  const client = useQueryClient();
  // The upload as it was when the dialog opened, because the list behind the dialog may change.
  const [asked, setAsked] = useState(listed);
  if (!asked && listed) setAsked(listed);
  const isShown = useIsShown();
  const undo = useMutation({
    meta: { notDone: `Not undone: ${asked ? nameOf(asked) : `upload ${id}`}.` },
    mutationFn: () => call(undoUpload, { params: { id } }),
    onSuccess: ({ message }) => {
      if (!isShown.current) toast.success(message, 6_000);
    },
    // Reloads after an error too, because the server may have undone the upload before its answer was lost.
    onSettled: () => refetchChanged(client, 'applicant'),
  });
  return (
    <FormModal
      title="Undo upload"
      size={undo.data?.kept_count ? 'md' : 'sm'}
      role="alertdialog"
      error={undo.error && messageOf(undo.error, 'Couldn’t undo the upload. Try again.')}
      submit={{
        label: undo.isPending ? 'Undoing...' : 'Undo upload',
        variant: 'danger',
        isBusy: undo.isPending,
      }}
      success={
        undo.data && {
          text: undo.data.message,
          details: undo.data.kept_count > 0 && <Kept id={id} undone={undo.data} />,
        }
      }
      isCancelFocused
      onSubmit={() => undo.mutate()}
      onClose={onClose}
    >
      <p>
        Undo{' '}
        <strong className="wrap-anywhere">
          <bdi>{asked ? nameOf(asked) : `upload ${id}`}</bdi>
        </strong>
        ?
      </p>
      <p className="text-muted">
        {asked &&
          `${asked.uploaded_by.name} uploaded the file on ${formatDateTime(asked.created_at)}; ${formatCount(asked.successful, 'applicant')} ${asked.successful === 1 ? 'was' : 'were'} stored. `}
        The applicants of this upload are deleted, even if an agent already has them. Their tasks
        disappear from the agent’s phone. Applicants with a visit, an attempt or a held visit are
        not deleted.
      </p>
    </FormModal>
  );
}

const reasons: Record<UploadUndone['kept'][number]['because'], string> = {
  visited: 'Visited',
  visit_started: 'Has an attempt or a held visit',
};

function Kept({ id, undone: { kept, kept_count } }: { id: string; undone: UploadUndone }) {
  return (
    <section aria-label="Applicants that stay" className="space-y-2">
      <ul className="max-h-72 divide-y divide-rule overflow-y-auto rounded-lg border border-rule">
        {kept.map((one) => (
          <li key={one.id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
            <bdi className="min-w-0 grow wrap-anywhere">{one.applicant_name}</bdi>
            <bdi className="font-mono text-sm text-muted">{one.application_id}</bdi>
            <span className="text-sm text-muted">{reasons[one.because]}</span>
          </li>
        ))}
      </ul>
      <Link
        to="/applicants"
        search={{ file: id }}
        className="text-accent underline underline-offset-2"
      >
        Show the {formatCount(kept_count, 'applicant')} that {kept_count === 1 ? 'stays' : 'stay'}
      </Link>
    </section>
  );
}
