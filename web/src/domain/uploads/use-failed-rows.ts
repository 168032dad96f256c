import { failedRows } from '@doorstep/contract/bulk-upload';
import { useMutation } from '@tanstack/react-query';
import { callFile } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/download.ts';

/** Milliseconds to wait. With 81,000 failed rows it took 9 s, and other files may come first. */
const timeout = 60_000;

/** Downloads the failed rows of an upload, or those that a tried file has now. */
export const useFailedRows = (uploadId: number) =>
  useMutation({
    mutationFn: () => callFile(failedRows, { params: { id: uploadId }, timeout }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? `failed-rows-${uploadId}.xlsx`),
  });
