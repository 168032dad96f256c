import { type DryRunResult, tryUpload } from '@doorstep/contract/bulk-upload/dry-run';
import { limits } from '@doorstep/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FileDrop } from '../../../domain/uploads/FileDrop.tsx';
import { UploadProgress } from '../../../domain/uploads/UploadProgress.tsx';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { uploadFile } from '../../../lib/api/upload.ts';
import { formatMegabytes } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { dryRunTimeout } from './dry-run-queries.ts';

const formats = /\.(xlsx|xls|xlsb|ods|csv)$/i;
const megabytes = (bytes: number) => bytes / 1_048_576;

export function findFault({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const [, format] = formats.exec(name) ?? [];
  if (!format)
    return 'This is not a spreadsheet. Choose a file of the types xlsx, xls, xlsb, ods or csv.';
  const most = format.toLowerCase() === 'csv' ? limits.tryCsvMaxBytes : limits.uploadMaxBytes;
  return size > most
    ? `A file of this type can have at most ${megabytes(most)} MB. Your file has ${formatMegabytes(size)} MB. Split the file and try the parts.`
    : undefined;
}

export function ChooseFile({ onRead }: { onRead: (dryRun: DryRunResult) => void }) {
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const [share, setShare] = useState(0);
  const abort = useRef<AbortController>(undefined);
  const send = useMutation({
    mutationFn: (chosen: File) => {
      setShare(0);
      abort.current = new AbortController();
      const form = new FormData();
      form.append('file', chosen);
      const { signal } = abort.current;
      return uploadFile(tryUpload, form, { onProgress: setShare, signal, timeout: dryRunTimeout });
    },
    onSuccess: onRead,
  });
  const isCancelled = send.error instanceof ApiError && send.error.kind === 'aborted';

  function choose(chosen: File) {
    const found = findFault(chosen);
    setFault(found);
    setFile(found ? undefined : chosen);
    send.reset();
    if (!found) send.mutate(chosen);
  }

  return (
    <div className="mx-auto w-full max-w-2xl space-y-4">
      <FileDrop
        file={file}
        error={fault}
        isDisabled={send.isPending}
        accept=".xlsx,.xls,.xlsb,.ods,.csv"
        formats={`XLSX, XLS, XLSB and ODS up to ${megabytes(limits.uploadMaxBytes)} MB, CSV up to ${megabytes(limits.tryCsvMaxBytes)} MB.`}
        onChoose={choose}
      />
      {send.isPending && (
        <>
          <UploadProgress share={share} />
          <Button onClick={() => abort.current?.abort()}>Cancel</Button>
        </>
      )}
      {fault && <Notice tone="negative">{fault}</Notice>}
      {send.error &&
        (isCancelled ? (
          <Notice tone="info">Cancelled. No applicant was stored.</Notice>
        ) : (
          <Notice
            tone="negative"
            action={
              file && (
                <Button size="sm" onClick={() => send.mutate(file)}>
                  Send again
                </Button>
              )
            }
          >
            {messageOf(send.error, 'Couldn’t send the file. Check your connection and try again.')}
          </Notice>
        ))}
      <p className="text-sm text-muted">
        Trying a file shows which applicants it would add. It stores no applicant.
      </p>
    </div>
  );
}
