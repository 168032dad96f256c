import type { ReportForm } from '@doorstep/contract/reports/definition';
import { startWorkerPool } from './render/worker-pool.ts';

/** A photo of the report, re-encoded by us: no other bytes may reach the PDF engine. */
export interface ReportPhoto {
  jpeg: Uint8Array;
  width: number;
  height: number;
  takenAt: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** All that a report shows; the same document always gives the same bytes. */
export interface ReportDocument {
  form: ReportForm;
  /** The form's body. */
  values: Record<string, unknown>;
  agency: { name: string; address?: string };
  /** The stored admin decision. */
  decision: 'pending' | 'positive' | 'negative';
  verification: {
    id: number;
    applicationId: string;
    visitType: string;
    portfolioName: string;
    submittedAt: string;
    agentName: string;
    latitude: number | null;
    longitude: number | null;
  } | null;
  /** In the order of the sheet; null is a photo that can't be shown, it keeps its tile and number. */
  photos: (ReportPhoto | null)[];
  generatedAt: string;
  version: number;
  timeZone: string;
}

export interface ReportRenderer {
  render(document: ReportDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The report couldn't be made; the next one may well be. */
export class ReportRenderingFailed extends Error {
  override name = 'ReportRenderingFailed';
}

/** Starts the report engine: `workers` threads, each report given `deadline` ms. */
export function startReportRenderer({
  workers = 2,
  deadline = 8000,
}: {
  workers?: number;
  deadline?: number;
} = {}): ReportRenderer {
  const pool = startWorkerPool<ReportDocument, Uint8Array>(
    new URL('./render/report-worker.ts', import.meta.url),
    { workers, deadline },
  );
  return {
    render: (document) =>
      pool.run(document).catch((cause: Error) => {
        throw new ReportRenderingFailed(`Report rendering failed: ${cause.message}`, { cause });
      }),
    close: pool.close,
  };
}
