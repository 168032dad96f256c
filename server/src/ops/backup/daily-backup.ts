import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import { lastDue } from '../../domain/clock/last-due.ts';
import { listBackups, timeOf } from './place/manifest.ts';
import { openTarget } from './place/target.ts';

const command = fileURLToPath(new URL('../../cli/backup.ts', import.meta.url));
const hour = 3_600_000;

export interface DailyBackup {
  registry: Registry;
  /** Makes the backup if it is due. If it is aborted, the incomplete backup does not count as one. */
  makeWhenDue(signal: AbortSignal): Promise<void>;
}

/**
 * Makes each day's backup at the set time, or soon after a start if that time passed without a backup. If
 * there are several servers, only one of them makes the backup. A child process does the work, so that
 * requests are not slowed down. A failed backup is tried again after an hour.
 */
export function dailyBackup(
  config: Config,
  log: (line: string) => void,
  now = () => new Date(),
): DailyBackup {
  const { backup, timeZone } = config;
  const registry = new Registry();
  if (!backup) return { registry, makeWhenDue: async () => {} };
  const lastSuccess = new Gauge({
    name: 'doorstep_backup_last_success_timestamp_seconds',
    help: 'Start of the newest complete backup at BACKUP_TO; 0 if there is none',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'doorstep_backup_failures_total',
    help: 'Failed automatic backups',
    registers: [registry],
  });
  let doneFor = 0;
  let notBefore = 0;
  return {
    registry,
    async makeWhenDue(signal) {
      const due = lastDue(backup.at, timeZone, now());
      if (due.getTime() === doneFor || now().getTime() < notBefore) return;
      try {
        let last = await newest(config, backup.to);
        if (last === undefined || last < due) {
          const warnings = await run(backup.keep, due, signal);
          if (warnings) log(`The backup is complete, with warnings:\n${warnings}`);
          last = await newest(config, backup.to);
        }
        lastSuccess.set((last?.getTime() ?? 0) / 1000);
        // If there is no new backup yet, another server is making it. The next check shows whether that
        // backup succeeded.
        if (last && last >= due) doneFor = due.getTime();
      } catch (error) {
        if (signal.aborted) return;
        failures.inc();
        notBefore = now().getTime() + hour;
        log(
          `The backup failed, and is tried again in an hour: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}

async function newest(config: Config, to: string): Promise<Date | undefined> {
  const last = (await listBackups({ store: await openTarget(config, to) })).at(-1);
  return last === undefined ? undefined : timeOf(last);
}

/**
 * Makes a backup in a child process, and returns the warnings. Stopping the child process half-way does no
 * harm, because a backup counts only with its manifest.
 */
async function run(keep: number, since: Date, signal: AbortSignal): Promise<string> {
  const child = fork(command, ['--keep', String(keep), '--since', since.toISOString()], {
    signal,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-5_000);
  });
  // Waits for 'close' instead of 'exit', because the last output may arrive after 'exit'.
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(said.trim() || 'the backup process was killed');
  return said.trim();
}
