import type { bulkUploadEndpoints } from '@doorstep/contract/wire/endpoint-list/bulk-upload';
import { about, next, nothing, type Sample } from '../endpoint-sample.ts';
import { addLenderRow } from '../lenders.ts';
import { multipartOf, writeSpreadsheet } from '../spreadsheets/spreadsheet-upload.ts';
import type { TestApp, Visitor } from '../test-app.ts';

const spreadsheet = async (...more: string[]) =>
  multipartOf(await writeSpreadsheet([`SAMPLE-${next()}`, ...more]));
const noSpreadsheet = await multipartOf(Buffer.from('not a spreadsheet'));

const sentTo =
  (path: string, ...more: string[]) =>
  async ({ app }: TestApp, asker: Visitor) => {
    const { headers, payload } = await spreadsheet(...more);
    const url = `/api/v1/bulk/${path}/`;
    const sent = { method: 'POST' as const, url, headers: { ...asker.headers, ...headers } };
    const answer = await app.inject({ ...sent, payload });
    return { params: { id: answer.json<{ upload_id: number }>().upload_id } };
  };
const tried = sentTo('try');
const uploaded = sentTo('bulk-upload');
const uploadedTwice = sentTo('bulk-upload', 'TWICE');

const mapping = () => ({
  ...{ name: `Sampled mapping ${next()}`, headings: ['LOS No', 'Name'], second: null },
  fields: { application_id: { headings: ['LOS No'] } },
});

async function mapped(server: TestApp, asker: Visitor) {
  const lender_id = (await addLenderRow(server.db)).id;
  const answer = await asker.post('mappings/', { lender_id, ...mapping() });
  return { params: { id: answer.json<{ id: number }>().id } };
}

export const bulkUploadSamples: Record<keyof typeof bulkUploadEndpoints, Sample> = {
  bulkUpload: {
    ...{ good: () => spreadsheet(), bad: noSpreadsheet },
    ...{ audit: 'upload.create', changes: 'applicants' },
  },
  tryUpload: {
    ...{ good: () => spreadsheet(), bad: noSpreadsheet },
    ...{ audit: 'upload.try', changes: 'uploads' },
  },
  tryUploadAgain: about(tried, {}, { heading_row: 0 }),
  takeUpload: {
    ...about(tried, {}, { revisits: 'yes' }),
    ...{ audit: 'upload.take', changes: 'applicants' },
  },
  listMappings: nothing,
  addMapping: {
    good: async ({ db }) => ({ payload: { lender_id: (await addLenderRow(db)).id, ...mapping() } }),
    bad: { payload: { lender_id: 1, ...mapping(), name: '' } },
    ...{ audit: 'mapping.create', changes: 'mappings' },
  },
  changeMapping: {
    ...about(mapped, mapping, { ...mapping(), name: '' }),
    ...{ audit: 'mapping.update', changes: 'mappings' },
  },
  deleteMapping: { ...about(mapped), audit: 'mapping.delete', changes: 'mappings' },
  listUploads: nothing,
  uploadMatches: about(uploaded),
  undoUpload: { ...about(uploaded), audit: 'upload.undo', changes: 'applicants' },
  uploadTemplate: nothing,
  failedRows: {
    ...about(async (server, asker) => {
      await uploadedTwice(server, asker);
      return uploadedTwice(server, asker);
    }),
    audit: 'upload.download',
  },
};
