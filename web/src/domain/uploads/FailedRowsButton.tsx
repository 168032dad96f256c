import { failedRows, failedRowsHours } from '@doorstep/contract/bulk-upload';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callFile } from '../../lib/api/api-client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/download.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';

/** Downloads the failed rows of an upload as a spreadsheet, for correction and another upload. */
export function FailedRowsButton({ uploadId }: { uploadId: number }) {
  const download = useMutation({
    mutationFn: () => callFile(failedRows, { params: { id: uploadId } }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? `failed-rows-${uploadId}.xlsx`),
  });
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="text-sm text-muted">
          Download these rows with their errors, correct them and upload the file. Kept for{' '}
          {failedRowsHours} hours.
        </p>
        <Button size="sm" isBusy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden /> Download failed rows
        </Button>
      </div>
      {download.isError && (
        <Notice tone="negative">
          {messageOf(download.error, 'Couldn’t download the failed rows. Try again.')}
        </Notice>
      )}
    </div>
  );
}
