import { exportHours } from '@doorstep/contract/exports';
import { archiveHours } from '@doorstep/contract/reports/archives';
import { sessionRules } from '../config/sessions.ts';
import { chainAudit } from '../db/audit/chain.ts';
import { rollUpCounts } from '../db/counts/counts.ts';
import { deleteOldAnswers } from '../db/idempotency-keys.ts';
import type { mailSender } from '../features/alerts/mail/send-mails.ts';
import type { pushSender } from '../features/alerts/push/send-push.ts';
import { deleteOldSessions } from '../features/auth/sessions/session-store.ts';
import { removeOldFailures } from '../features/bulk-upload/failed-rows/failed-rows-store.ts';
import { dueChecks } from '../features/evidence/check-due.ts';
import { learnUsualPlaces } from '../features/evidence/places/learn-usual-places.ts';
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
import { exportSources } from './export-sources.ts';
import { repeat } from './repeat.ts';

/** Periodic work of a server. */
interface Job {
  /** Logged when it fails, before the reason. */
  failure: string;
  /** Milliseconds between one run's end and the next one's start, before the first run, and after one that failed. */
  every: number;
  after?: number;
  afterFailure?: number;
  /** The lock that stops several processes on one database from doing it at the same time. */
  lock:
    | 'of its own in SQL'
    | 'retention'
    | 'places'
    | 'mail'
    | 'at the place of the backups'
    | 'none needed';
  /** Whether it is done once more when the server stops. */
  isDoneAtEnd?: boolean;
  /** Closing aborts the signal and waits for the run. */
  run: (signal: AbortSignal) => Promise<unknown>;
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** The work of a server's first process. */
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
  return [
    {
      failure: 'The audit could not be chained',
      every: second / 4,
      lock: 'of its own in SQL',
      isDoneAtEnd: true,
      run: () => chainAudit(db),
    },
    {
      failure: 'Counts could not be rolled up',
      every: second,
      lock: 'of its own in SQL',
      run: () => rollUpCounts(db),
    },
    {
      // The office is to see what they say within two seconds.
      failure: 'Cases could not be checked',
      every: second / 2,
      lock: 'of its own in SQL',
      run: dueChecks(platform, (id, error) =>
        say(`Verification ${id} could not be checked: ${String(error)}`),
      ),
    },
    {
      failure: 'Old archives of reports could not be removed',
      every: minute,
      lock: 'none needed',
      run: () => removeExpired(db, archiveHours),
    },
    {
      failure: 'Old exports could not be deleted',
      every: minute,
      lock: 'none needed',
      run: () => deleteExpiredExports(db, exportHours),
    },
    {
      failure: 'Old answers to repeated requests could not be removed',
      every: hour,
      lock: 'none needed',
      run: () => deleteOldAnswers(db),
    },
    {
      failure: 'Old sessions could not be removed',
      every: 24 * hour,
      lock: 'none needed',
      run: () => deleteOldSessions(db, sessionRules.deviceDays),
    },
    {
      failure: 'Old failed uploads could not be removed',
      every: hour,
      lock: 'none needed',
      run: () => removeOldFailures(db),
    },
    {
      // At a time of day, which each run compares with the clock.
      failure: 'The daily backup could not be begun',
      every: minute / 2,
      after: minute / 2,
      lock: 'at the place of the backups',
      run: (signal) => backups.makeWhenDue(signal),
    },
    {
      failure: 'E-mails about late work could not be sent',
      every: minute,
      after: minute / 2,
      lock: 'mail',
      run: (signal) => alerts.mails.send(signal),
    },
    {
      failure: 'Phones could not be told about tasks',
      every: 2 * second,
      lock: 'of its own in SQL',
      run: (signal) => alerts.pushes.send(signal),
    },
    {
      failure: 'Parts of photos that never came could not be removed',
      every: 24 * hour,
      lock: 'none needed',
      run: () => sweepParts(db, serverLimits.photoPartDays),
    },
    {
      failure: 'Where visits usually are could not be learned',
      every: 24 * hour,
      after: 10 * minute,
      lock: 'places',
      run: (signal) => learnUsualPlaces(platform, signal),
    },
    {
      failure: 'Retention did not finish',
      every: 24 * hour,
      after: minute,
      afterFailure: hour,
      lock: 'retention',
      run: (signal) => runRetention(platform, say, signal),
    },
  ];
};

/** The work of every process, in addition to answering: each has its own renderer, and knows what its requests left. */
export const workOfEachProcess = (platform: Platform, onError: (error: unknown) => void): Job[] => [
  {
    failure: 'Archives of reports could not be made',
    every: second,
    lock: 'of its own in SQL',
    run: (signal) => makeArchives(platform, signal, onError),
  },
  {
    failure: 'Exports could not be made',
    every: second,
    lock: 'of its own in SQL',
    run: (signal) => makeExports(platform, exportSources(platform), signal, onError),
  },
  {
    failure: 'What submissions left could not be removed',
    every: 15 * minute,
    after: 15 * minute,
    lock: 'none needed',
    run: () => sweepSubmissions(platform),
  },
];

/** Starts jobs; closing waits for what is under way. */
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
