import type { bulkUploadEndpoints } from '@doorstep/contract/wire/endpoint-list/bulk-upload';
import { asked, next, none, nothing, type Sample } from '../endpoint-sample.ts';
import { addLenderRow } from '../lenders.ts';
import { multipartOf, writeSpreadsheet } from '../spreadsheets/spreadsheet-upload.ts';
import type { TestApp, Visitor } from '../test-app.ts';

async function tried({ app }: TestApp, asker: Visitor | undefined) {
  const file = await multipartOf(await writeSpreadsheet([`TRIED-${next()}`]));
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/v1/bulk/try/', ...file },
    headers: { ...asked(asker).headers, ...file.headers },
  });
  return { params: { id: answer.json<{ upload_id: number }>().upload_id } };
}

const mapping = () => ({
  ...{ name: `Sampled mapping ${next()}`, headings: ['LOS No', 'Name'], second: null },
  fields: { application_id: { headings: ['LOS No'] } },
});

async function mapped(server: TestApp, asker: Visitor | undefined) {
  const lender_id = (await addLenderRow(server.db)).id;
  const answer = await asked(asker).post('mappings/', { lender_id, ...mapping() });
  return { params: { id: answer.json<{ id: number }>().id } };
}

async function uploaded({ app }: TestApp, asker: Visitor | undefined) {
  const file = await multipartOf(await writeSpreadsheet([`UPLOADED-${next()}`]));
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/bulk/bulk-upload/',
    ...file,
    headers: { ...asker?.headers, ...file.headers },
  });
  return { params: { id: answer.json<{ upload_id: number }>().upload_id } };
}

export const bulkUploadSamples: Record<keyof typeof bulkUploadEndpoints, Sample> = {
  bulkUpload: {
    good: async () => multipartOf(await writeSpreadsheet([`SAMPLE-${next()}`])),
    bad: await multipartOf(Buffer.from('not a spreadsheet')),
    audit: 'upload.create',
    changes: 'applicants',
  },
  tryUpload: {
    good: async () => multipartOf(await writeSpreadsheet([`TRY-${next()}`])),
    bad: await multipartOf(Buffer.from('not a spreadsheet')),
    audit: 'upload.try',
    changes: 'uploads',
  },
  tryUploadAgain: {
    good: async (server, asker) => ({ ...(await tried(server, asker)), payload: {} }),
    unknown: { ...none, payload: {} },
    bad: { params: { id: 1 }, payload: { heading_row: 0 } },
  },
  takeUpload: {
    good: async (server, asker) => ({ ...(await tried(server, asker)), payload: {} }),
    unknown: { ...none, payload: {} },
    bad: { params: { id: 1 }, payload: { revisits: 'yes' } },
    audit: 'upload.take',
    changes: 'applicants',
  },
  listMappings: { good: nothing },
  addMapping: {
    good: async ({ db }) => ({ payload: { lender_id: (await addLenderRow(db)).id, ...mapping() } }),
    bad: { payload: { lender_id: 1, ...mapping(), name: '' } },
    audit: 'mapping.create',
    changes: 'mappings',
  },
  changeMapping: {
    good: async (server, asker) => ({ ...(await mapped(server, asker)), payload: mapping() }),
    unknown: { ...none, payload: mapping() },
    bad: { params: { id: 1 }, payload: { ...mapping(), name: '' } },
    audit: 'mapping.update',
    changes: 'mappings',
  },
  deleteMapping: {
    good: mapped,
    unknown: none,
    audit: 'mapping.delete',
    changes: 'mappings',
  },
  listUploads: { good: nothing },
  uploadMatches: { good: uploaded, unknown: none },
  undoUpload: {
    good: uploaded,
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
