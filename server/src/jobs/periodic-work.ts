import { exportHours } from '@doorstep/contract/exports';
import { archiveHours } from '@doorstep/contract/reports/archives';
import { sql } from 'kysely';
import { sessionRules } from '../config/sessions.ts';
import { chainAudit } from '../db/audit/chain.ts';
import { rollUpCounts } from '../db/counts/counts.ts';
import { deleteOldAnswers } from '../db/idempotency-keys.ts';
import type { mailSender } from '../features/alerts/mail/send-mails.ts';
import type { pushSender } from '../features/alerts/push/send-push.ts';
import { deleteOldSessions } from '../features/auth/sessions/session-store.ts';
import { deleteOldDryRuns } from '../features/bulk-upload/dry-runs/dry-run-store.ts';
import { removeOldFailures } from '../features/bulk-upload/failed-rows/failed-rows-store.ts';
import { compareUploads } from '../features/bulk-upload/matches/compare-uploads.ts';
import { drawForCallback } from '../features/callbacks/callback-service.ts';
import { dueChecks } from '../features/evidence/check-due.ts';
import { learnUsualPlaces } from '../features/evidence/places/learn-usual-places.ts';
import { sendDailyExports } from '../features/exports/daily/send-deliveries.ts';
import { deleteExpiredExports } from '../features/exports/export-store.ts';
import { makeExports } from '../features/exports/make-exports.ts';
import { removeExpired } from '../features/reports/archives/archive-store.ts';
import { makeArchives } from '../features/reports/archives/make-archives.ts';
import { runRetention } from '../features/retention/run-retention.ts';
import { sweepSubmissions } from '../features/verifications/submit/submission-service.ts';
import { sweepParts } from '../features/visits/photos/photo-part-store.ts';
import { serverLimits } from '../limits.ts';
import type { DailyBackup } from '../ops/backup/daily-backup.ts';
import type { Platform } from '../platform/platform.ts';
import { repeat } from '../work/repeat.ts';
import { exportSources } from './export-sources.ts';
import { waitingWork } from './waiting-work.ts';

interface Job {
  failure: string;
  /**
   * The milliseconds from the end of a run to the next start. `after` is the delay of the first run,
   * `afterFailure` that of the run after a failure.
   */
  every: number;
  after?: number;
  afterFailure?: number;
  isDoneAtEnd?: boolean;
  /** Runs the job once. On shutdown, `signal` is aborted and the server waits for the run. */
  run: (signal: AbortSignal) => Promise<unknown>;
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Returns the jobs that only the first process of a server runs. */
export const periodicWork = (
  platform: Platform & Parameters<typeof runRetention>[0],
  backups: DailyBackup,
  alerts: {
    mails: Pick<ReturnType<typeof mailSender>, 'send'>;
    pushes: Pick<ReturnType<typeof pushSender>, 'send'>;
  },
  say: (line: string) => void,
): Job[] => {
  const { db } = platform;
  const ifWaiting = waitingWork(db, {
    audit: sql`select from audit_unchained order by audit_id`,
    counts: sql`select from applicant_count_changes union all select from verification_count_changes`,
    evidence: sql`select from verifications where evidence_due and photos_expected <= image_count`,
    uploads: sql`select from uploads where matched_count is null and successful > 0`,
    pushes: sql`select from push_news`,
  });
  return [
    {
      failure: 'Audit rows could not be added to the hash chain',
      every: 400,
      isDoneAtEnd: true,
      run: ifWaiting('audit', () => chainAudit(db)),
    },
    {
      failure: 'Counts could not be merged',
      every: second,
      run: ifWaiting('counts', () => rollUpCounts(db)),
    },
    {
      // Runs every second, because the office should see the findings within two seconds.
      failure: 'Evidence could not be checked',
      every: second,
      run: ifWaiting(
        'evidence',
        dueChecks(
          platform,
          (id, error) => say(`Verification ${id} could not be checked: ${String(error)}`),
          (trx, id) => drawForCallback(platform, trx, id),
        ),
      ),
    },
    {
      failure: 'Uploads could not be compared with earlier applications',
      every: second,
      run: ifWaiting('uploads', (signal) => compareUploads(db, signal)),
    },
    {
      failure: 'Old archives of reports could not be removed',
      every: minute,
      run: () => removeExpired(db, archiveHours),
    },
    {
      failure: 'Old exports could not be deleted',
      every: minute,
      run: () => deleteExpiredExports(db, exportHours),
    },
    {
      failure: 'Old idempotency keys could not be deleted',
      every: hour,
      run: () => deleteOldAnswers(db),
    },
    {
      failure: 'Old sessions could not be removed',
      every: 24 * hour,
      run: () => deleteOldSessions(db, sessionRules.deviceDays),
    },
    {
      failure: 'Old failed uploads could not be removed',
      every: hour,
      run: () => removeOldFailures(db),
    },
    {
      failure: 'Files of dry runs that were not taken in could not be deleted',
      every: hour,
      run: () => deleteOldDryRuns(db),
    },
    {
      // Runs often, but a run does nothing until the backup's time of day has come.
      failure: 'The daily backup could not be started',
      every: minute / 2,
      after: minute / 2,
      run: (signal) => backups.makeWhenDue(signal),
    },
    {
      // Runs often, but a run does nothing until the time of day of an export has come.
      failure: 'Daily exports could not be sent',
      every: minute / 2,
      after: minute / 2,
      run: (signal) => sendDailyExports(platform, exportSources(platform).verifications, signal),
    },
    {
      failure: 'E-mails about late work could not be sent',
      every: minute,
      after: minute / 2,
      run: (signal) => alerts.mails.send(signal),
    },
    {
      failure: 'Phones could not be notified about tasks',
      every: 2 * second,
      run: ifWaiting('pushes', (signal) => alerts.pushes.send(signal)),
    },
    {
      failure: 'Incomplete photo uploads could not be removed',
      every: 24 * hour,
      run: () => sweepParts(db, serverLimits.photoPartDays),
    },
    {
      failure: 'Pin code locations could not be learned from visits',
      every: 24 * hour,
      after: 10 * minute,
      run: (signal) => learnUsualPlaces(platform, signal),
    },
    {
      failure: 'Retention did not finish',
      every: 24 * hour,
      after: minute,
      afterFailure: hour,
      run: (signal) => runRetention(platform, say, signal),
    },
  ];
};

/**
 * Returns the jobs that run in every process that answers requests, because each of these processes has its
 * own report renderer and its own temporary files.
 */
export const workOfEachProcess = (platform: Platform, onError: (error: unknown) => void): Job[] => {
  const ifWaiting = waitingWork(platform.db, {
    archives: sql`select from report_archives where finished_at is null`,
    exports: sql`select from exports`,
  });
  return [
    {
      failure: 'Report archives could not be made',
      every: second,
      run: ifWaiting('archives', (signal) => makeArchives(platform, signal, onError)),
    },
    {
      failure: 'Exports could not be made',
      every: second,
      run: ifWaiting('exports', (signal) =>
        makeExports(platform, exportSources(platform), signal, onError),
      ),
    },
    {
      failure: 'Files left by submissions could not be removed',
      every: 15 * minute,
      after: 15 * minute,
      run: () => sweepSubmissions(platform),
    },
  ];
};

export function startJobs(jobs: Job[], say: (line: string) => void): { close(): Promise<void> } {
  const running = jobs.map(({ failure, every, run, ...delays }) =>
    repeat(run, every, (error) => say(`${failure}: ${String(error)}`), delays),
  );
  return {
    close: async () => {
      await Promise.all(running.map((job) => job.close()));
      const { signal } = new AbortController();
      for (const { isDoneAtEnd, failure, run } of jobs) {
        if (!isDoneAtEnd) continue;
        await run(signal).catch((error: unknown) => say(`${failure}: ${String(error)}`));
      }
    },
  };
}
