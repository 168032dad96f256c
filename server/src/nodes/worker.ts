import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { AggregatorRegistry } from 'prom-client';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { connect } from '../db/connection.ts';
import { readSecret } from '../db/secret.ts';
import { readAgencyLogo } from '../features/reports/agency-logo.ts';
import { startReportRenderer } from '../features/reports/report-renderer.ts';
import { openReportSigner } from '../features/reports/sign/report-signer.ts';
import { closeInTime } from '../http/close-in-time.ts';
import { tellSlowStatement } from '../http/watch-slowness.ts';
import { openPhotoStore } from '../open-photo-store.ts';
import type { Platform } from '../platform.ts';
import { reasonOf } from '../reason-of.ts';
import { webRoot } from '../web-root.ts';
import type { FromWorker, ToWorker } from './run-workers.ts';

// One of several processes of a server: it answers requests, and leaves what is done once to the first process.

const tell = (message: FromWorker) => process.send?.(message);
const closers: (() => Promise<void>)[] = [];
let app: FastifyInstance | undefined;

// Ctrl-C reaches the whole group: the first process says when to stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.once('disconnect', () => void stop(0));

async function stop(code: number): Promise<void> {
  setTimeout(() => process.exit(code), 10_000).unref();
  for (const close of closers.reverse()) await close().catch(() => {});
  process.exit(code);
}

async function start({ connection, reportProcesses }: ToWorker): Promise<void> {
  const config = readConfig();
  const db = connect(connection, {
    slow: {
      after: config.slowQueryMs,
      tell: (statement) => tellSlowStatement(statement, app?.log),
    },
  });
  closers.push(() => db.destroy());
  const renderer = startReportRenderer({ processes: reportProcesses });
  closers.push(() => renderer.close());
  const platform: Platform = {
    config,
    db,
    photos: await openPhotoStore(config),
    renderer,
    logo: await readAgencyLogo(config.agencyLogo),
    signer: await openReportSigner(config),
    secret: await readSecret(db),
  };
  const built = await buildApp(platform, existsSync(webRoot) ? webRoot : undefined);
  app = built;
  closers.push(() => closeInTime(built));
  // Answers the first process when it gathers the metrics of all.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([built.metrics]);
  tell({ address: await built.listen({ port: config.port, host: config.host }) });
}

const [work] = (await once(process, 'message')) as [ToWorker];
process.on('message', (message) => message === 'stop' && void stop(0));
try {
  await start(work);
} catch (error) {
  tell({ failure: reasonOf(error) });
  await stop(1);
}
