import { createExport, deleteExport, downloadExport, listExports } from '../../exports.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const exportsEndpoints = {
  createExport: {
    endpoint: createExport,
    noun: 'Exports',
    title: 'Start an export of a list',
    note: 'It has all rows that the list shows with the same filters. It is made in the background, survives a restart, and can be downloaded for a day.',
    optionalHeaders: idempotencyKey,
  },
  listExports: { endpoint: listExports, noun: 'Exports', title: 'List own exports' },
  deleteExport: { endpoint: deleteExport, noun: 'Exports', title: 'Cancel or delete an export' },
  downloadExport: {
    endpoint: downloadExport,
    noun: 'Exports',
    title: 'Download an export',
    note: 'With a bearer token, or with the session cookie alone.',
    produces: 'application/octet-stream',
  },
} as const satisfies Record<string, EndpointRow>;
