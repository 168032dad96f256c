import { generatePdf, reportBody, simpleGenerate } from '@doorstep/contract/reports';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { actorOf } from '../../http/authentication.ts';
import { mount, read } from '../../http/contract-route.ts';
import type { Platform } from '../../platform.ts';
import { generateReport, type ReportFile, saveReport } from './report-service.ts';

export function reportRoutes(app: FastifyInstance, platform: Platform): void {
  const body = reportBody(platform.config.shortName);

  mount(app, simpleGenerate, async ({ body: sent, user, request, reply }) =>
    download(reply, await saveReport(platform, actorOf(request), user.id, read(body, sent))),
  );

  mount(app, generatePdf, async ({ body: asked, reply }) =>
    download(reply, await generateReport(platform, asked)),
  );
}

/** Names the file twice (RFC 6266): in ASCII for old clients, and as it really is. */
function download(reply: FastifyReply, { name, bytes }: ReportFile): Uint8Array {
  const plain = name.replace(/[^ -~]/g, '_');
  const exact = encodeURIComponent(name);
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${exact}`);
  return bytes;
}
