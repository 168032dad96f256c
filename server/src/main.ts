import { type Config, readConfig } from './config.ts';
import { type Prepared, prepareDatabase } from './db/application-role.ts';
import { connect } from './db/connection.ts';
import { followTimeZone } from './db/counts/counts.ts';
import { demoPassword, demoSignIn, loadDemo } from './demo/load-demo.ts';
import { openMailer } from './features/alerts/mail/mailer.ts';
import { mailSender } from './features/alerts/mail/send-mails.ts';
import { readPushKeys } from './features/alerts/push/push-key-store.ts';
import { pushSender } from './features/alerts/push/send-push.ts';
import { ensureSetupCode } from './features/auth/accounts/setup-code.ts';
import { serveMetrics } from './http/metrics/metrics-listener.ts';
import { periodicWork, startJobs } from './jobs/periodic-work.ts';
import { serverLimits } from './limits.ts';
import { dailyBackup } from './ops/backup/daily-backup.ts';
import { checkMail } from './ops/doctor/check-mail.ts';
import { checkBeforeStart, checkRoomBeforeStart } from './ops/doctor/start-up.ts';
import { reasonOf } from './start/failure-reason.ts';
import { openOwner } from './start/open-owner.ts';
import { type Closers, openPlatform, serve } from './start/open-platform.ts';
import { runWorkers } from './start/workers/run-workers.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const warn = (line: string) => process.stderr.write(`${line}\n`);

const closers: Closers = [];

async function openDatabase(config: Config): Promise<Prepared> {
  await checkRoomBeforeStart(config);
  const { owner, ways, embedded } = await openOwner(config, say);
  if (embedded) {
    closers.push(() => embedded.stop());
    embedded.onExit(() => {
      process.stderr.write('The database keeps stopping. Doorstep stops too.\n');
      process.exit(1);
    });
  }
  await checkBeforeStart(config, owner, say);
  return prepareDatabase(owner, { ...ways, say });
}

/** Answers requests in worker processes. The jobs of `periodicWork` stay in this process. */
async function serveByMany(processes: number, connection: Prepared['connection']) {
  const workers = await runWorkers({
    processes,
    connection,
    say: warn,
    onGivingUp: () => void stop(1),
  });
  closers.push(() => workers.close());
  return workers;
}

async function start(config: Config): Promise<void> {
  const { connection, warning } = await openDatabase(config);
  if (warning) say(warning);
  const counting = connect(connection, { statementTimeout: serverLimits.commandStatement });
  if (await followTimeZone(counting, config.timeZone).finally(() => counting.destroy())) {
    say(`Applicants are now counted by the days of ${config.timeZone}.`);
  }
  const platform = await openPlatform(config, connection, closers);
  const backups = dailyBackup(config, warn);
  const mailer = config.mail && openMailer(config.mail);
  const mails = mailSender({ ...platform, mailer }, warn);
  await readPushKeys(platform);
  const pushes = pushSender({ ...platform, life: config.sessions.agents });
  if (mailer) closers.push(async () => mailer.close());
  const jobs = startJobs(
    periodicWork({ ...platform, retention: config.retention }, backups, { mails, pushes }, warn),
    warn,
  );
  closers.push(() => jobs.close());

  if (config.demo) await loadDemo(platform, say);
  // Runs in the background, so that an unreachable SMTP server does not delay the start.
  void checkMail(config).then(({ level, text }) => level === 'ok' || warn(text));

  const { address, metrics } = await (config.processes > 1
    ? serveByMany(config.processes, connection)
    : serve(platform, config, closers));

  if (config.metrics) {
    const { contentType } = metrics;
    const both = () =>
      Promise.all(
        [metrics, backups.registry, mails.registry, pushes.registry].map((one) => one.metrics()),
      );
    const listener = await serveMetrics(
      { contentType, metrics: async () => (await both()).join('\n') },
      config.metrics,
    );
    closers.push(() => listener.close());
  }

  say(`\nDoorstep is ready at ${address}`);
  if (config.demo) {
    say(`Sign in as ${demoSignIn.superadmin} or ${demoSignIn.admin}, and at`);
    say(`${address}/field/ (the agents’ app) as ${demoSignIn.agent}`);
    say(`with the password ${demoPassword}`);
  } else {
    const command = await ensureSetupCode({ db: platform.db, config });
    if (command) say(`There is no super admin yet. Create the first one with:\n\n  ${command}\n`);
  }
  say('Ctrl-C stops it.');
}

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Exits after 10 seconds even if something hangs. `closeInTime` cuts off requests after 8 seconds, so that
  // the database can still shut down cleanly.
  setTimeout(() => process.exit(code || 1), 10_000).unref();
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));

try {
  await start(readConfig());
} catch (error) {
  process.stderr.write(`Doorstep could not start.\n${reasonOf(error)}\n`);
  await stop(1);
}
