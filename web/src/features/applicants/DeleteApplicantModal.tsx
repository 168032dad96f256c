import { deleteApplicant } from '@doorstep/contract/applicants';
import { delays } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { refetchChanged } from '../../lib/live/refetch-changed.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';
import { ConfirmDelete } from '../../ui/dialog/ConfirmDelete.tsx';
import { applicantKeys, useApplicant } from './applicant-queries.ts';

const said = texts.applicants;

export default function DeleteApplicantModal({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error } = useApplicant(id);
  const isShown = useIsShown();
  const remove = useMutation({
    meta: { notDone: `Not deleted: ${data?.applicant_name || `applicant ${id}`}.` },
    mutationFn: () => removeApplicant(id),
    onSettled: () => {
      if (!isShown.current) refetch();
    },
  });

  const refetch = () => {
    client.removeQueries({ queryKey: applicantKeys.detail(id) });
    void refetchChanged(client, 'applicant', id);
  };
  const refetchAtClose = useEffectEvent(refetch);
  // Reloads when the dialog closes, also after a failed request, which may have deleted the applicant.
  useEffect(() => {
    if (!remove.isIdle) return () => refetchAtClose();
  }, [remove.isIdle]);

  const isUnknown = !data && error instanceof ApiError && error.status === 404;
  return (
    <ConfirmDelete
      title="Delete applicant"
      name={<bdi>{data?.applicant_name || `applicant ${id}`}</bdi>}
      effect={
        <>
          {data?.application_id &&
            `Application ${[data.application_id, data.visit_type].filter(Boolean).join(', ')}. `}
          The applicant is removed from the list and the portfolio summary. An applicant who was
          visited cannot be deleted.
        </>
      }
      isBusy={remove.isPending}
      error={isUnknown ? said.invalidDelete : remove.error?.message}
      success={remove.data}
      closeAfter={delays.deleteSuccess}
      onConfirm={() => {
        if (!isUnknown && !remove.isPending) remove.mutate();
      }}
      onClose={onClose}
    />
  );
}

/** Returns the success message. Throws an Error with the text to show. */
async function removeApplicant(id: string): Promise<string> {
  const answer = await call(deleteApplicant, { params: { id } }).catch((error: unknown) => {
    const isAnswered = error instanceof ApiError && error.kind === 'http';
    const text = isAnswered ? (error.detail ?? said.delete) : said.deleteError;
    throw new Error(text, { cause: error });
  });
  const { success, message, detail } = answer as {
    success?: boolean;
    message?: string;
    detail?: string;
  };
  if (!success) throw new Error(detail || said.delete);
  return message || said.deleted;
}
