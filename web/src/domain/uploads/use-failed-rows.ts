import { failedRows } from '@doorstep/contract/bulk-upload';
import { useMutation } from '@tanstack/react-query';
import { callFile } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/download.ts';

/**
 * The timeout in milliseconds. A file with 81,000 failed rows took 9 s, and the server may make other files
 * first.
 */
const timeout = 60_000;

/**
 * Downloads the failed rows of an upload. For a file that was tried but not taken in, the server checks the
 * rows again and returns the rows that fail now.
 */
export const useFailedRows = (uploadId: number) =>
  useMutation({
    mutationFn: () => callFile(failedRows, { params: { id: uploadId }, timeout }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? `failed-rows-${uploadId}.xlsx`),
  });
