import { createHash } from 'node:crypto';
import { bulkUpload, failedRows, uploadTemplate } from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../http/access/authentication.ts';
import { mount } from '../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../http/contract/idempotency-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid, tooLarge } from '../../problems.ts';
import { takeUpload } from './bulk-upload-service.ts';
import { readFailedRows } from './failed-rows/failed-rows-service.ts';
import { writeUploadTemplate } from './upload-template.ts';

export function bulkUploadRoutes(app: FastifyInstance, { db }: Platform): void {
  mount(app, bulkUpload, async ({ request, user }) => {
    const bytes = await readFilePart(request);
    const repeatable = idempotentRequest(
      request,
      user.id,
      createHash('sha256').update(bytes).digest('hex'),
    );
    return takeUpload(db, actorOf(request), user.id, bytes, repeatable);
  });

  mount(app, uploadTemplate, async ({ reply }) => {
    nameSpreadsheet(reply, 'doorstep-upload-template.xlsx');
    return writeUploadTemplate();
  });

  mount(app, failedRows, async ({ params, user, request, reply }) => {
    const file = await readFailedRows(db, actorOf(request), user, params.id);
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

/** The `file` part, read to its end even when it is too large, so that the refusal can name its size. */
async function readFilePart(request: FastifyRequest): Promise<Buffer> {
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: Number.POSITIVE_INFINITY, files: 1 } })
    : undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part?.file ?? []) {
    size += chunk.length;
    if (size <= limits.uploadMaxBytes) chunks.push(chunk);
  }
  if (part?.fieldname !== 'file' || size === 0) {
    throw invalid({ file: ['Please choose a spreadsheet to upload.'] });
  }
  if (size > limits.uploadMaxBytes) {
    throw tooLarge(texts.validation.uploadSize((size / 1_048_576).toFixed(2)));
  }
  return Buffer.concat(chunks);
}
