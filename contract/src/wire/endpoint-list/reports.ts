import {
  createArchive,
  deleteArchive,
  downloadArchive,
  getArchive,
  listArchives,
} from '../../reports/archives.ts';
import { changeReportLayout, deleteReportLayout, getReportLayout } from '../../reports/layouts.ts';
import {
  downloadReport,
  getSavedForm,
  listReportVersions,
  verifyReport,
} from '../../reports/versions.ts';
import { generatePdf, simpleGenerate } from '../../reports.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const reportsEndpoints = {
  simpleGenerate: {
    endpoint: simpleGenerate,
    noun: 'Reports',
    title: 'Save a form and download its report',
    note: 'The form needs photos or the application number. If it has both, the photos must belong to this application. Without template_type, the template is chosen by the names of the fields. Numbers and booleans count as text, and null as empty. Fields with unknown names are printed in a last section.',
    optionalHeaders: idempotencyKey,
    produces: 'application/pdf',
  },
  generatePdf: {
    endpoint: generatePdf,
    noun: 'Reports',
    title: 'Download the report of an application',
    produces: 'application/pdf',
  },
  listReportVersions: {
    endpoint: listReportVersions,
    noun: 'Reports',
    title: 'List the versions of a verification’s report',
  },
  getSavedForm: {
    endpoint: getSavedForm,
    noun: 'Reports',
    title: 'Read the form that an admin last saved',
    note: 'Returns the form that any admin last saved for this verification and template. Versions that the server generated are ignored.',
  },
  downloadReport: {
    endpoint: downloadReport,
    noun: 'Reports',
    title: 'Download a version again, byte for byte',
    produces: 'application/pdf',
  },
  verifyReport: {
    endpoint: verifyReport,
    noun: 'Reports',
    title: 'Check a report by the code printed on it',
    note: 'Needs no session. The answer never says whom the report is about.',
  },
  createArchive: {
    endpoint: createArchive,
    noun: 'Reports',
    title: 'Start an archive of many reports',
    note: 'The server makes the archive in the background, also after a restart. The archive can be downloaded for a day.',
    optionalHeaders: idempotencyKey,
  },
  listArchives: { endpoint: listArchives, noun: 'Reports', title: 'List own archives' },
  getArchive: { endpoint: getArchive, noun: 'Reports', title: 'Read the progress of an archive' },
  deleteArchive: { endpoint: deleteArchive, noun: 'Reports', title: 'Cancel or delete an archive' },
  downloadArchive: {
    endpoint: downloadArchive,
    noun: 'Reports',
    title: 'Download an archive',
    note: 'Accepts a bearer token, or the session cookie alone.',
    produces: 'application/zip',
  },
  getReportLayout: {
    endpoint: getReportLayout,
    noun: 'Reports',
    title: 'Read the layout of a lender’s reports',
  },
  changeReportLayout: {
    endpoint: changeReportLayout,
    noun: 'Reports',
    title: 'Set the layout of a lender’s reports',
    note: 'Versions keep the layout that they were made with.',
  },
  deleteReportLayout: {
    endpoint: deleteReportLayout,
    noun: 'Reports',
    title: 'Delete the layout of a lender’s reports',
  },
} as const satisfies Record<string, EndpointRow>;
