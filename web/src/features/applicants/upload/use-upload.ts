import { type BulkUploadResult, bulkUpload } from '@doorstep/contract/bulk-upload';
import { delays } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { createIntention } from '../../../lib/api/intention.ts';
import { type UploadOptions, uploadFile } from '../../../lib/api/upload.ts';
import { refetchLists } from '../../../lib/live/refetch-changed.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** The result of an upload from any backend. Only `summary` is always present. */
export type LooseUploadResult = Pick<BulkUploadResult, 'summary'> &
  Partial<Pick<BulkUploadResult, 'message' | 'failed_records' | 'upload_id' | 'same_file'>>;

/**
 * Uploads a spreadsheet. `share` is the part of the file that was sent, from 0 to 1. At 1, the server checks
 * the rows. If the user leaves the dialog with Back, the upload continues, and a toast reports the result.
 */
export function useUpload() {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const abort = useRef<AbortController>(undefined);
  const [intention] = useState(createIntention);
  const isShown = useIsShown();

  const upload = useMutation({
    mutationFn: (file: File) => {
      setShare(0);
      abort.current = new AbortController();
      return sendSpreadsheet(file, {
        onProgress: setShare,
        signal: abort.current.signal,
        idempotencyKey: intention.keyFor(file),
      });
    },
    onSuccess: ({ message }) => {
      intention.settle();
      void refetchLists(client, 'applicant');
      if (message) toast.success(message, delays.applicantsToast);
    },
    onError: (error) => {
      const isStopped = error.cause instanceof ApiError && error.cause.kind === 'aborted';
      if (!isShown.current && !isStopped) {
        toast.error(messageOf(error.cause, texts.applicants.upload), delays.applicantsToast);
      }
      // Also after an error, because the server may have stored the rows even if no answer arrived.
      void refetchLists(client, 'applicant');
    },
  });

  useUnloadWarning(upload.isPending);
  return { upload, share, stop: () => abort.current?.abort() };
}

async function sendSpreadsheet(file: File, options: UploadOptions): Promise<LooseUploadResult> {
  const form = new FormData();
  form.append('file', file);
  const answer = await uploadFile(bulkUpload, form, options).catch((cause: unknown) => {
    throw new Error(messageOf(cause, texts.applicants.uploadFallback), { cause });
  });
  const { success, summary, message } = answer as {
    success?: boolean;
  } & Partial<Omit<BulkUploadResult, 'success'>>;
  if (success === false || !summary) {
    const cause = new ApiError('http', { status: 200, body: answer });
    throw new Error(message || texts.applicants.uploadFallback, { cause });
  }
  return { ...answer, summary };
}

function useUnloadWarning(isRunning: boolean) {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
