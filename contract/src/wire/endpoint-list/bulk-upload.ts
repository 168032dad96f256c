import {
  DryRunFields,
  takeUpload,
  triedHours,
  tryUpload,
  tryUploadAgain,
} from '../../bulk-upload/dry-run.ts';
import {
  addMapping,
  changeMapping,
  deleteMapping,
  listMappings,
} from '../../bulk-upload/mappings.ts';
import {
  listUploads,
  undoUpload,
  undoUploadDays,
  uploadMatches,
} from '../../bulk-upload/uploads.ts';
import { bulkUpload, failedRows, failedRowsHours, uploadTemplate } from '../../bulk-upload.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const bulkUploadEndpoints = {
  bulkUpload: {
    endpoint: bulkUpload,
    noun: 'Bulk upload',
    title: 'Upload applicants from a spreadsheet',
    note: 'Valid rows are stored, and the other rows are reported. The same file sent twice adds nothing.',
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
    note: `The file has the rows as they were sent, with a column of reasons. Identity numbers are masked. The sender and super admins can download the file for ${failedRowsHours} hours.`,
    produces: xlsx,
  },
  tryUpload: {
    endpoint: tryUpload,
    noun: 'Bulk upload',
    title: 'Make a dry run of a spreadsheet',
    note: `Reports what would be stored if the file was taken in with a mapping of its columns. Stores only the encrypted file, for at most ${triedHours} hours.`,
    multipart: { file: 'file', fields: DryRunFields },
  },
  tryUploadAgain: {
    endpoint: tryUploadAgain,
    noun: 'Bulk upload',
    title: 'Repeat a dry run with another mapping',
  },
  takeUpload: {
    endpoint: takeUpload,
    noun: 'Bulk upload',
    title: 'Take in a spreadsheet after its dry run',
    note: 'The rows are checked against the current data. A file can be taken in only once.',
    optionalHeaders: idempotencyKey,
  },
  listMappings: { endpoint: listMappings, noun: 'Mappings', title: 'List mappings' },
  addMapping: { endpoint: addMapping, noun: 'Mappings', title: 'Add a mapping of a lender' },
  changeMapping: {
    endpoint: changeMapping,
    noun: 'Mappings',
    title: 'Change a mapping',
    note: 'Each change makes a new version of the mapping.',
  },
  deleteMapping: { endpoint: deleteMapping, noun: 'Mappings', title: 'Delete a mapping' },
  listUploads: {
    endpoint: listUploads,
    noun: 'Bulk upload',
    title: 'List uploads',
    note: 'Newest first. Each upload has its file name, its counts, and whether it was undone.',
  },
  uploadMatches: {
    endpoint: uploadMatches,
    noun: 'Bulk upload',
    title: 'List the applicants of an upload that match earlier applications',
  },
  undoUpload: {
    endpoint: undoUpload,
    noun: 'Bulk upload',
    title: 'Undo an upload',
    note: `Works for ${undoUploadDays} days. Deletes the upload’s applicants that have no visit. The other applicants stay, and the first 100 are listed. A repeated request deletes nothing more.`,
  },
} as const satisfies Record<string, EndpointRow>;
