import {
  createArchive,
  deleteArchive,
  downloadArchive,
  getArchive,
  listArchives,
} from '@doorstep/contract/reports/archives';
import type { FastifyInstance } from 'fastify';
import { actorOf, authenticateByCookieToo } from '../../../http/access/authentication.ts';
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
  mount(app, createArchive, ({ body, user, request }) =>
    requestArchive(
      platform,
      actorOf(request),
      user.id,
      body,
      idempotentRequest(request, user.id, body),
    ),
  );

  mount(app, listArchives, async ({ user }) => ({
    results: await listArchivesOf(platform, user.id),
  }));

  mount(app, getArchive, ({ params, user }) => openArchive(platform, user.id, params.id));

  mount(app, deleteArchive, async ({ params, user, request }) => {
    await dropArchive(platform, actorOf(request), user.id, params.id);
    return { success: true as const, message: 'Archive removed' };
  });

  mount(
    app,
    downloadArchive,
    async ({ params, user, request, reply }) => {
      const file = await openArchiveFile(platform, actorOf(request), user.id, params.id);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(file.stream);
    },
    authenticateByCookieToo(downloadArchive.access),
  );
}
