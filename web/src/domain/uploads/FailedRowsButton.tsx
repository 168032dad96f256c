import { failedRowsHours } from '@doorstep/contract/bulk-upload';
import { Download } from 'lucide-react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useFailedRows } from './use-failed-rows.ts';

export function FailedRowsButton({ uploadId }: { uploadId: number }) {
  const download = useFailedRows(uploadId);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="text-sm text-muted">
          Download the failed rows with their errors, correct them and upload the file. The failed
          rows are stored for {failedRowsHours} hours.
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
