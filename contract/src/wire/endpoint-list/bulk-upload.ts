import { listUploads, undoUpload, undoUploadDays } from '../../bulk-upload/uploads.ts';
import { bulkUpload, failedRows, failedRowsHours, uploadTemplate } from '../../bulk-upload.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const bulkUploadEndpoints = {
  bulkUpload: {
    endpoint: bulkUpload,
    noun: 'Bulk upload',
    title: 'Upload applicants from a spreadsheet',
    note: 'Good rows are stored and bad rows reported, in one step. The same file sent twice adds nothing.',
    multipart: { file: 'file' },
    optionalHeaders: idempotencyKey,
  },
  uploadTemplate: {
    endpoint: uploadTemplate,
    noun: 'Bulk upload',
    title: 'Download the empty spreadsheet',
    produces: xlsx,
  },
  failedRows: {
    endpoint: failedRows,
    noun: 'Bulk upload',
    title: 'Download the rows of an upload that were not stored',
    note: `As they were sent, with a column that says why; for ${failedRowsHours} hours, to who sent them and to super admins.`,
    produces: xlsx,
  },
  listUploads: {
    endpoint: listUploads,
    noun: 'Bulk upload',
    title: 'List uploads',
    note: 'Newest first, with file name, counts and whether they were undone.',
  },
  undoUpload: {
    endpoint: undoUpload,
    noun: 'Bulk upload',
    title: 'Undo an upload',
    note: `Deletes its applicants that nobody visited yet, for ${undoUploadDays} days; the others stay and are listed. Sent again, it deletes nothing more.`,
  },
} as const satisfies Record<string, EndpointRow>;
