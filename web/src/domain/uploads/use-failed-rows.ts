import { failedRows } from '@doorstep/contract/bulk-upload';
import { useMutation } from '@tanstack/react-query';
import { callFile } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/download.ts';

/** Downloads the failed rows of an upload, or those that a tried file has now. */
export const useFailedRows = (uploadId: number) =>
  useMutation({
    mutationFn: () => callFile(failedRows, { params: { id: uploadId } }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? `failed-rows-${uploadId}.xlsx`),
  });
