import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Prepared } from '../db/application-role.ts';
import { connect, type Limits } from '../db/connection.ts';
import { readSecret } from '../db/secret.ts';
import { shippedPins } from '../domain/pins/pin-table.ts';
import { readAgencyLogo } from '../features/reports/agency-logo.ts';
import { startReportRenderer } from '../features/reports/render/report-renderer.ts';
import { openReportSigner } from '../features/reports/sign/report-signer.ts';
import { closeInTime } from '../http/server/close-in-time.ts';
import { logSlowStatement } from '../http/server/watch-slowness.ts';
import { findWebRoots } from '../http/server/web-root.ts';
import type { Platform } from '../platform/platform.ts';
import { openPhotoSpool } from '../storage/photos/photo-spool.ts';
import { openPhotoStore } from './open-photo-store.ts';

/**
 * The functions that close what was opened. They are called in reverse order, so that the database is
 * closed last. Each function is added as soon as its part is open, because a start may fail half-way.
 */
export type Closers = (() => Promise<void>)[];

let app: FastifyInstance | undefined;

export async function openPlatform(
  config: Config,
  connection: Prepared['connection'],
  closers: Closers,
  reports?: Parameters<typeof startReportRenderer>[0],
): Promise<Platform> {
  const limits: Limits = {
    slow: {
      after: config.slowQueryMs,
      report: (statement) => logSlowStatement(statement, app?.log),
    },
  };
  const db = connect(connection, limits);
  closers.push(() => db.destroy());
  const renderer = startReportRenderer(reports);
  closers.push(() => renderer.close());
  return {
    provider: config,
    db,
    photos: await openPhotoStore(config),
    spool: openPhotoSpool(join(config.dataDir, 'incoming')),
    renderer,
    logo: await readAgencyLogo(config.agencyLogo),
    signer: await openReportSigner(config),
    secret: await readSecret(db),
  };
}

export async function serve(platform: Platform, config: Config, closers: Closers) {
  // Loads the pin codes now. Loading takes tens of milliseconds, which would otherwise delay all requests
  // at the first use.
  shippedPins();
  const built = await buildApp(platform, config, findWebRoots());
  app = built;
  closers.push(() => closeInTime(built));
  const address = await built.listen({ port: config.port, host: config.host });
  return { address, metrics: built.metrics };
}
