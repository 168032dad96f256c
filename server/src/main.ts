import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { BadSettings, type Config, readConfig } from './config.ts';
import { type Prepared, prepareDatabase } from './db/application-role.ts';
import { keepSealing } from './db/audit-seal.ts';
import { CannotStart } from './db/cannot-start.ts';
import { connect } from './db/connection.ts';
import { followTimeZone, keepFolding } from './db/counts.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { readSecret } from './db/secret.ts';
import { demoPassword, demoSignIn, loadDemo } from './demo/load-demo.ts';
import { ensureSetupCode } from './features/auth/accounts/setup-code.ts';
import { readAgencyLogo } from './features/reports/agency-logo.ts';
import { startReportRenderer } from './features/reports/report-renderer.ts';
import { closeInTime } from './http/close-in-time.ts';
import { openReportSigner } from './features/reports/sign/report-signer.ts';
import { tellSlowStatement } from './http/watch-slowness.ts';
import { runWorkers } from './nodes/run-workers.ts';
import { openOwner } from './open-owner.ts';
import { keepRetention } from './features/retention/run-daily.ts';
import { serveMetrics } from './http/metrics-listener.ts';
import { openPhotoStore } from './open-photo-store.ts';
import type { Platform } from './platform.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Undone in reverse, so that the database outlives what uses it. */
let app: FastifyInstance | undefined;
const closers: (() => Promise<void>)[] = [];

async function openDatabase(config: Config): Promise<Prepared> {
  if (config.databaseUrl !== undefined) {
    const given = { connectionString: config.databaseUrl };
    const owner = config.migrationDatabaseUrl;
    return owner === undefined
      ? prepareDatabase(given)
      : prepareDatabase({ connectionString: owner }, { application: given });
  }
  return prepareDatabase(owner, ways);
}

/** Answers requests in this process. */
async function serve(platform: Platform) {
  const { config } = platform;
  app = await buildApp(platform, existsSync(webRoot) ? webRoot : undefined);
  const { metrics } = app;
  const close = closeInTime.bind(undefined, app);
  const address = await app.listen({ port: config.port, host: config.host });
  return { address, metrics, close: () => close() };
}

async function start(config: Config): Promise<void> {
  const { connection, warning } = await openDatabase(config);
  if (warning) say(warning);
  const counting = connect(connection, { statementTimeout: 600_000 });
  if (await followTimeZone(counting, config.timeZone).finally(() => counting.destroy())) {
    say(`Applicants are now counted by the days of ${config.timeZone}.`);
  }
  const db = connect(connection, {
    slow: {
      after: config.slowQueryMs,
      tell: (statement) => tellSlowStatement(statement, app?.log),
    },
  });
  closers.push(() => db.destroy());
  const folding = keepFolding(db, (error) => {
    process.stderr.write(`Counts could not be gathered: ${String(error)}\n`);
  });
  closers.push(async () => folding.close());
  const sealing = keepSealing(db, (error) => {
    process.stderr.write(`The audit could not be sealed: ${String(error)}\n`);
  });
  closers.push(() => sealing.close());

  const renderer = startReportRenderer();
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
  if (config.demo) await loadDemo(platform, say);

  const app = await buildApp(platform, existsSync(webRoot) ? webRoot : undefined);
  closers.push(() => app.close());
  const retention = keepRetention(platform, (line) => process.stderr.write(`${line}\n`));
  closers.push(() => retention.close());
  const address = await app.listen({ port: config.port, host: config.host });

  if (config.metrics) {
    const metrics = await serveMetrics(app.metrics, config.metrics);
    closers.push(() => metrics.close());
  }

  say(`\nDoorstep is ready at ${address}`);
  if (config.demo) {
    say(
      `Sign in as ${demoSignIn.superadmin}, ${demoSignIn.admin} or, through the API, ${demoSignIn.agent}`,
    );
    say(`with the password ${demoPassword}`);
  } else {
    const command = await ensureSetupCode(platform);
    if (command) say(`There is no super admin yet. Make the first one with:\n\n  ${command}\n`);
  }
  say('Ctrl-C stops it.');
}

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Requests in flight may finish; what hangs must not keep the database from closing well.
  setTimeout(() => process.exit(code || 1), 10_000).unref();
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));

function reasonOf(error: unknown): string {
  if (error instanceof BadSettings || error instanceof CannotStart) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'That port is taken by another program. Choose another with PORT=…';
  if (code === 'EACCES') return `Permission denied: ${message}`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}

try {
  await start(readConfig());
} catch (error) {
  process.stderr.write(`Doorstep could not start.\n${reasonOf(error)}\n`);
  await stop(1);
}
