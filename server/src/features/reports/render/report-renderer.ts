import { serverLimits } from '../../../limits.ts';
import type { DrawnReport, ReportDocument, ReportRenderer } from '../../../platform/reports.ts';
import { type PoolLimits, startChildPool } from '../../../work/child-pool.ts';

/**
 * Thrown if a report couldn't be drawn. The cause is `PoolBusy` for a full queue, `JobLate` for a timeout,
 * and another error for a broken report.
 */
export class ReportRenderingFailed extends Error {
  override name = 'ReportRenderingFailed';
}

const usual: PoolLimits = {
  ...{ processes: serverLimits.reportProcesses, queue: serverLimits.reportsWaiting },
  longestWait: serverLimits.reportTimeout - serverLimits.reportDrawing,
  deadline: serverLimits.reportDrawing,
  firstDeadline: serverLimits.reportProcessStart,
  endIdleAfter: serverLimits.reportProcessIdle,
  ...{ jobsPerProcess: 2_000, tries: 2, addons: true },
};

export function startReportRenderer(limits: Partial<PoolLimits> = {}): ReportRenderer {
  const pool = startChildPool<ReportDocument, DrawnReport>(
    new URL('./report-process.ts', import.meta.url),
    { ...usual, ...limits },
  );
  return {
    render: (document, signal) =>
      pool.run(document, { signal }).catch((cause: Error) => {
        throw new ReportRenderingFailed(`Report rendering failed: ${cause.message}`, { cause });
      }),
    close: pool.close,
  };
}
