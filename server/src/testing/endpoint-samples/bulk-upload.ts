import type { bulkUploadEndpoints } from '@doorstep/contract/wire/endpoint-list/bulk-upload';
import { next, none, nothing, type Sample } from '../endpoint-sample.ts';
import { multipartOf, writeSpreadsheet } from '../spreadsheets/spreadsheet-upload.ts';

export const bulkUploadSamples: Record<keyof typeof bulkUploadEndpoints, Sample> = {
  bulkUpload: {
    good: async () => multipartOf(await writeSpreadsheet([`SAMPLE-${next()}`])),
    bad: await multipartOf(Buffer.from('not a spreadsheet')),
    audit: 'upload.create',
    changes: 'applicants',
  },
  listUploads: { good: nothing },
  undoUpload: {
    good: async ({ app }, asker) => {
      const file = await multipartOf(await writeSpreadsheet([`UNDONE-${next()}`]));
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/bulk/bulk-upload/',
        ...file,
        headers: { ...asker?.headers, ...file.headers },
      });
      return { params: { id: answer.json<{ upload_id: number }>().upload_id } };
    },
    unknown: none,
    audit: 'upload.undo',
    changes: 'applicants',
  },
  uploadTemplate: { good: nothing },
  failedRows: {
    good: async ({ app }, asker) => {
      const twice = await multipartOf(await writeSpreadsheet([`TWICE-${next()}`, 'TWICE-0']));
      let uploadId = 0;
      for (const _ of [1, 2]) {
        const answer = await app.inject({
          method: 'POST',
          url: '/api/v1/bulk/bulk-upload/',
          ...twice,
          headers: { ...asker?.headers, ...twice.headers },
        });
        uploadId = answer.json<{ upload_id: number }>().upload_id;
      }
      return { params: { id: uploadId } };
    },
    unknown: none,
    audit: 'upload.download',
  },
};
