import { failedRows } from '@doorstep/contract/bulk-upload';
import { useMutation } from '@tanstack/react-query';
import { callFile } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/download.ts';

/**
 * The timeout in milliseconds. The server needed 9 s for a file with 81,000 failed rows, and may have to make
 * other files before.
 */
const timeout = 60_000;

/**
 * Downloads the failed rows of an upload. If the file had only a dry run and was not taken in, the server
 * checks its rows again and returns those that fail now.
 */
export const useFailedRows = (uploadId: number) =>
  useMutation({
    mutationFn: () => callFile(failedRows, { params: { id: uploadId }, timeout }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? `failed-rows-${uploadId}.xlsx`),
  });
