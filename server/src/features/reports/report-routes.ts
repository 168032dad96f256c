import { generatePdf, reportBody, reportForms, simpleGenerate } from '@doorstep/contract/reports';
import { asTexts } from '@doorstep/contract/reports/body';
import {
  downloadReport,
  getSavedForm,
  listReportVersions,
  verifyReport,
} from '@doorstep/contract/reports/versions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../http/access/authentication.ts';
import { limitRate } from '../../http/access/limit-rate.ts';
import { withoutOwnOrigin } from '../../http/access/same-origin.ts';
import { mount, read } from '../../http/contract/contract-route.ts';
import { readIdempotencyKey } from '../../http/contract/idempotency-key.ts';
import { serverLimits } from '../../limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { generateReport, saveReport } from './report-service.ts';
import type { Requester } from './versions/create-version.ts';
import type { ReportFile } from './versions/issue-report.ts';
import {
  openSavedForm,
  openVersion,
  openVersions,
  verifyCode,
} from './versions/version-service.ts';

export function reportRoutes(app: FastifyInstance, platform: Platform): void {
  const body = reportBody(platform.provider.shortName);
  const forms = reportForms(platform.provider.shortName);

  mount(app, simpleGenerate, async ({ body: sent, user, request, reply }) => {
    const requester = { ...requesterOf(request, reply, user), key: readIdempotencyKey(request) };
    const form = read(body, asTexts(sent, forms));
    form.image_urls = form.image_urls.map((link) =>
      withoutOwnOrigin(request, platform.provider.publicUrl, link),
    );
    return download(reply, await saveReport(platform, requester, form));
  });

  mount(app, generatePdf, async ({ body: asked, user, request, reply }) =>
    download(reply, await generateReport(platform, requesterOf(request, reply, user), asked)),
  );

  mount(app, listReportVersions, async ({ params, user }) => ({
    results: await openVersions(platform, params.id, user.id),
  }));

  mount(app, getSavedForm, ({ params, query, user }) =>
    openSavedForm(platform, params.id, query.template_type, user.id),
  );

  mount(app, downloadReport, async ({ params, user, actor, reply }) =>
    download(reply, await openVersion(platform, actor, params.id, user.id)),
  );

  mount(
    app,
    verifyReport,
    ({ params }) => verifyCode(platform, params.code),
    limitRate({ max: serverLimits.codeChecksPerMinute, timeWindow: 60_000 }),
  );
}

const requesterOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  { id }: { id: number },
): Requester => ({
  actor: actorOf(request),
  adminId: id,
  signal: goneSignal(reply),
  onLost: (cause) => request.log.error({ err: cause }, 'a stored report is lost'),
});

/**
 * Returns a signal that is aborted when the caller disconnects. Fastify's `request.signal` is aborted too
 * early, because Node closes a request as soon as its body is read.
 */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Sets the headers of a download. The file name is sent twice (RFC 6266): in ASCII for old clients, and in full. */
function download(reply: FastifyReply, { name, bytes }: ReportFile): Uint8Array {
  const plain = name.replace(/[^ -~]/g, '_');
  const exact = encodeURIComponent(name);
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${exact}`);
  return bytes;
}
