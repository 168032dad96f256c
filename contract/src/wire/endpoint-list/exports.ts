import {
  changeDailyExport,
  deleteDailyExport,
  listDailyExports,
  retryDailyExport,
} from '../../exports/daily.ts';
import {
  changeExportLayout,
  deleteExportLayout,
  listExportLayouts,
} from '../../exports/layouts.ts';
import { createExport, deleteExport, downloadExport, listExports } from '../../exports.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const exportsEndpoints = {
  createExport: {
    endpoint: createExport,
    noun: 'Exports',
    title: 'Start an export of a list',
    note: 'The export has the rows that the list shows with the same filters, at most the newest 100,000. The server makes the file in the background, also after a restart. An admin’s last 20 exports can be downloaded, each for a day.',
    optionalHeaders: idempotencyKey,
  },
  listExports: { endpoint: listExports, noun: 'Exports', title: 'List own exports' },
  deleteExport: { endpoint: deleteExport, noun: 'Exports', title: 'Cancel or delete an export' },
  downloadExport: {
    endpoint: downloadExport,
    noun: 'Exports',
    title: 'Download an export',
    note: 'Accepts a bearer token, or the session cookie alone.',
    produces: 'application/octet-stream',
  },
  listExportLayouts: {
    endpoint: listExportLayouts,
    noun: 'Exports',
    title: 'List the columns that lenders want',
  },
  changeExportLayout: {
    endpoint: changeExportLayout,
    noun: 'Exports',
    title: 'Set the columns of a lender’s exports',
  },
  deleteExportLayout: {
    endpoint: deleteExportLayout,
    noun: 'Exports',
    title: 'Delete the columns of a lender’s exports',
  },
  listDailyExports: {
    endpoint: listDailyExports,
    noun: 'Exports',
    title: 'List the daily exports of lenders',
    note: 'Includes up to seven files of each daily export, and why sending failed.',
  },
  changeDailyExport: {
    endpoint: changeDailyExport,
    noun: 'Exports',
    title: 'Set the daily export of a lender',
  },
  deleteDailyExport: {
    endpoint: deleteDailyExport,
    noun: 'Exports',
    title: 'End the daily export of a lender',
  },
  retryDailyExport: {
    endpoint: retryDailyExport,
    noun: 'Exports',
    title: 'Try a lender’s daily export again',
  },
} as const satisfies Record<string, EndpointRow>;
