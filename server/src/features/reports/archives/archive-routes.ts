import {
  createArchive,
  deleteArchive,
  downloadArchive,
  getArchive,
  listArchives,
} from '@doorstep/contract/reports/archives';
import type { FastifyInstance } from 'fastify';
import { authenticateByCookieToo } from '../../../http/access/authentication.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../../http/contract/idempotency-key.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  dropArchive,
  listArchivesOf,
  openArchive,
  openArchiveFile,
  requestArchive,
} from './archive-service.ts';

export function archiveRoutes(app: FastifyInstance, platform: Platform): void {
  mount(app, createArchive, ({ body, user, actor, request }) =>
    requestArchive(platform, actor, user.id, body, idempotentRequest(request, user.id, body)),
  );

  mount(app, listArchives, async ({ user }) => ({
    results: await listArchivesOf(platform, user.id),
  }));

  mount(app, getArchive, ({ params, user }) => openArchive(platform, user.id, params.id));

  mount(app, deleteArchive, async ({ params, user, actor }) => {
    await dropArchive(platform, actor, user.id, params.id);
    return { success: true as const, message: 'Archive removed' };
  });

  mount(
    app,
    downloadArchive,
    async ({ params, user, actor, reply }) => {
      const file = await openArchiveFile(platform, actor, user.id, params.id);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(file.stream);
    },
    authenticateByCookieToo(downloadArchive.access),
  );
}
