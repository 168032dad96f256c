import type { ReportForm } from '@doorstep/contract/reports/definition';

/** The facts of a verification that its report prints. */
export interface PrintedVerification {
  id: number;
  applicationId: string;
  visitType: string;
  portfolioName: string;
  submittedAt: string;
  agentName: string;
  latitude: number | null;
  longitude: number | null;
  /** What the agent found, in words, if no person was met. */
  outcome?: string;
  /** What the evidence checks could check, if the provider wants it printed. Never the findings. */
  checked?: string[];
}

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
interface ReportLogo {
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
  verification: PrintedVerification | null;
  /** In the order of the sheet; null is a photo that can't be shown, it keeps its tile and number. */
  photos: (ReportPhoto | null)[];
  generatedAt: string;
  version: number;
  timeZone: string;
  /** The report's code, and the address of the public page that checks it, without the code. */
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
  /** `signal` cancels a report that no request waits for any more. */
  render(document: ReportDocument, signal?: AbortSignal): Promise<DrawnReport>;
  close(): Promise<void>;
}

/** The agency's logo with the hash that a report stores. */
export interface AgencyLogo extends ReportLogo {
  sha256: string;
}

/** Signs reports with the provider's certificate. */
export interface ReportSigner {
  /** The name in the certificate. */
  name: string;
  sign(pdf: Uint8Array, at: Date): Promise<Uint8Array>;
}
