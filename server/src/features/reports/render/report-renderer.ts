import type { ReportForm } from '@doorstep/contract/reports/definition';
import { serverLimits } from '../../../limits.ts';
import { type PoolLimits, startChildPool } from '../../../platform/child-pool.ts';
import type { ReportFacts } from '../report-facts.ts';

/** A photo of the report, re-encoded by us: no other bytes may reach the PDF engine. */
export interface ReportPhoto {
  jpeg: Uint8Array;
  width: number;
  height: number;
  takenAt: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Its subject by the agent's app, where that said one. */
  shows?: string;
}

/** The agency's logo, re-encoded by us as PNG. */
export interface ReportLogo {
  png: Uint8Array;
  width: number;
  height: number;
}

/** All that a report shows; the same document always gives the same bytes. */
export interface ReportDocument {
  form: ReportForm;
  /** The form's body. */
  values: Record<string, unknown>;
  agency: { name: string; address?: string; logo?: ReportLogo };
  /** The stored admin decision. */
  decision: 'pending' | 'positive' | 'negative';
  verification: ReportFacts['verification'] | null;
  /** In the order of the sheet; null is a photo that can't be shown, it keeps its tile and number. */
  photos: (ReportPhoto | null)[];
  generatedAt: string;
  version: number;
  timeZone: string;
  /** What the report is known by, and where anyone may look it up: a page's address without the code. */
  code: string;
  verifyAt: string | null;
  /** The name in the certificate that the file is going to be signed with. */
  signedBy: string | null;
}

export interface DrawnReport {
  pdf: Uint8Array;
  pages: number;
}

export interface ReportRenderer {
  /** `signal` gives up a report that nobody waits for any more. */
  render(document: ReportDocument, signal?: AbortSignal): Promise<DrawnReport>;
  close(): Promise<void>;
}

/** The report couldn't be made; the next one may well be. The cause distinguishes a late or crowded-out one from a broken one. */
export class ReportRenderingFailed extends Error {
  override name = 'ReportRenderingFailed';
}

const usual: PoolLimits = {
  ...{ processes: serverLimits.reportProcesses, queue: serverLimits.reportsWaiting },
  longestWait: serverLimits.reportTimeout - serverLimits.reportDrawing,
  deadline: serverLimits.reportDrawing,
  endIdleAfter: serverLimits.reportProcessIdle,
  ...{ jobsPerProcess: 2_000, tries: 2, addons: true },
};

/** Starts the report engine in processes of its own. */
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
