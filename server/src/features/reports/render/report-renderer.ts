import { serverLimits } from '../../../limits.ts';
import type { DrawnReport, ReportDocument, ReportRenderer } from '../../../platform/reports.ts';
import { type PoolLimits, startChildPool } from '../../../work/child-pool.ts';

/**
 * Thrown if the report couldn't be made; the next one may succeed. The cause distinguishes a timeout or a
 * full queue from a broken report.
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

/** Starts the report engine in separate processes. */
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
