import { chainAudit } from '../db/audit/chain.ts';
import { rollUpCounts } from '../db/counts/counts.ts';
import { deleteOldAnswers } from '../db/idempotency-keys.ts';
import { forgetOldFailures } from '../features/bulk-upload/failed-rows/failed-rows-service.ts';
import { runRetention } from '../features/retention/run-retention.ts';
import type { Platform } from '../platform/platform.ts';
import { repeat } from './repeat.ts';

/** Periodic work of a server, done by its first process alone. */
interface Job {
  /** Logged when it fails, before the reason. */
  failure: string;
  /** Milliseconds between one run's end and the next one's start, and before the first run. */
  every: number;
  after?: number;
  /** What prevents several servers on one database from doing it at once. */
  lock: 'of its own in SQL' | 'retention' | 'none needed';
  /** Whether it is done once more when the server stops. */
  isDoneAtEnd?: boolean;
  run: () => Promise<unknown>;
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/**
 * All periodic work but the daily backup (`ops/backup/backup-job.ts`), which runs at a time of day in a child process, and the
 * archives of reports (`features/reports/archives/make-archives.ts`), which every process makes with its own renderer.
 */
export const periodicWork = (platform: Platform, say: (line: string) => void): Job[] => {
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
      failure: 'Old answers to repeated requests could not be removed',
      every: hour,
      lock: 'none needed',
      run: () => deleteOldAnswers(db),
    },
    {
      failure: 'Old failed uploads could not be removed',
      every: hour,
      lock: 'none needed',
      run: () => forgetOldFailures(db),
    },
    {
      failure: 'Retention did not finish',
      every: 24 * hour,
      after: minute,
      lock: 'retention',
      run: () => runRetention(platform, say),
    },
  ];
};

/** Starts jobs; closing waits for what is under way. */
export function startJobs(jobs: Job[], say: (line: string) => void): { close(): Promise<void> } {
  const running = jobs.map(({ failure, every, after, run }) =>
    repeat(run, every, (error) => say(`${failure}: ${String(error)}`), after),
  );
  return {
    close: async () => {
      await Promise.all(running.map((job) => job.close()));
      for (const { isDoneAtEnd, failure, run } of jobs) {
        if (isDoneAtEnd) await run().catch((error: unknown) => say(`${failure}: ${String(error)}`));
      }
    },
  };
}
