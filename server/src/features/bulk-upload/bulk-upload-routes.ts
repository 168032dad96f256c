import { hash } from 'node:crypto';
import { bulkUpload, failedRows, uploadTemplate } from '@doorstep/contract/bulk-upload';
import { listUploads, undoUpload, uploadMatches } from '@doorstep/contract/bulk-upload/uploads';
import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../http/contract/idempotency-key.ts';
import { paged } from '../../http/contract/paging.ts';
import { readFilePart } from '../../http/contract/read-file-part.ts';
import type { Platform } from '../../platform/platform.ts';
import { uploadQueue, uploadSpreadsheet } from './bulk-upload-service.ts';
import { dryRunRoutes } from './dry-runs/dry-run-routes.ts';
import { readFailedRows } from './failed-rows/failed-rows-service.ts';
import { mappingRoutes } from './mappings/mapping-routes.ts';
import { describeUploadMatches } from './matches/compare-uploads.ts';
import { writeUploadTemplate } from './upload-template.ts';
import { undo } from './uploads/undo-service.ts';
import { listUploadPage } from './uploads/uploads-store.ts';

export function bulkUploadRoutes(app: FastifyInstance, platform: Platform): void {
  const { provider, db, secret, limits: ours } = platform;
  const inTurn = uploadQueue(ours?.workWait);
  const context = { db, secret, timeZone: provider.timeZone, inTurn };
  dryRunRoutes(app, context);
  mappingRoutes(app, platform);
  mount(app, bulkUpload, async ({ actor, request, user }) => {
    const file = await readFilePart(request, {
      maxBytes: limits.uploadMaxBytes,
      missing: 'Please choose a spreadsheet to upload.',
      tooLarge: (size) => texts.validation.uploadSize((size / 1_048_576).toFixed(2)),
    });
    const repeatable = idempotentRequest(request, user.id, hash('sha256', file.bytes));
    return uploadSpreadsheet(inTurn, db, actor, user.id, file, provider.timeZone, repeatable);
  });

  mount(app, listUploads, async ({ query, user, request }) => {
    const { rows, count } = await listUploadPage(db, query, user);
    return paged(rows, count, query, request.url);
  });

  mount(app, uploadMatches, ({ params }) => describeUploadMatches(db, params.id));

  mount(app, undoUpload, ({ params, user, actor }) =>
    undo(db, actor, { id: params.id, adminId: user.id }),
  );

  mount(app, uploadTemplate, async ({ reply }) => {
    nameSpreadsheet(reply, 'doorstep-upload-template.xlsx');
    return writeUploadTemplate();
  });

  mount(app, failedRows, async ({ params, user, actor, reply }) => {
    const file = await readFailedRows(context, actor, user, params.id);
    nameSpreadsheet(reply, `failed-rows-${params.id}.xlsx`);
    return file;
  });
}

function nameSpreadsheet(reply: FastifyReply, name: string): void {
  reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
}
