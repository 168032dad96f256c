import type { ReportForm } from '@doorstep/contract/reports/definition';
import type { ReportLayout } from '@doorstep/contract/reports/layouts';

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
  /** The outcome in words, if no person was met. */
  outcome?: string;
  /** The evidence checks that were made, if the provider wants them printed. Never the findings. */
  checked?: string[];
  /** Printed if it is true and the lender wants it. */
  reviewedByTwo?: boolean;
}

/** A photo of the report, re-encoded by us: the PDF engine must get no other bytes. */
export interface ReportPhoto {
  jpeg: Uint8Array;
  width: number;
  height: number;
  takenAt: string | null;
  latitude: number | null;
  longitude: number | null;
  /** The subject that the agent's app named, if any. */
  shows?: string;
}

/** The answer of the person met, who was asked for a signature. */
export interface ReportSignature {
  answer: 'signed' | 'declined';
  /** 'Sunita Verma, spouse'; empty if no person was named. */
  by: string;
  at: string;
  /** The words of consent. */
  words: string;
  /** Re-encoded by us; null if it can't be shown. */
  jpeg: Uint8Array | null;
}

/** The agency's logo, re-encoded by us as PNG. */
interface ReportLogo {
  png: Uint8Array;
  width: number;
  height: number;
}

/** All content of a report. The same document always gives the same bytes. */
export interface ReportDocument {
  form: ReportForm;
  values: Record<string, unknown>;
  agency: { name: string; address?: string; logo?: ReportLogo };
  /** The lender's form of the report, with its logo re-encoded by us; undefined for the standard one. */
  layout?: Omit<ReportLayout, 'logo'> & { logo?: { png: Uint8Array } };
  /** The stored admin decision. */
  decision: 'pending' | 'positive' | 'negative';
  verification: PrintedVerification | null;
  /** In the order of the form. null is a photo that can't be shown; it keeps its tile and number. */
  photos: (ReportPhoto | null)[];
  /** Absent if it was not asked for, or the lender's layout hides it. */
  signature?: ReportSignature;
  generatedAt: string;
  version: number;
  /** When the applicant was received, due and decided, if the lender wants it printed. */
  times?: { receivedAt: string; dueAt: string; decidedAt: string | null; isInTime: boolean | null };
  timeZone: string;
  /** The report's code, and the address of the public page that checks it, without the code. */
  code: string;
  verifyAt: string | null;
  /** The name in the certificate that will sign the file. */
  signedBy: string | null;
}

export interface DrawnReport {
  pdf: Uint8Array;
  pages: number;
}

export interface ReportRenderer {
  /** `signal` cancels a report that no request is waiting for. */
  render(document: ReportDocument, signal?: AbortSignal): Promise<DrawnReport>;
  close(): Promise<void>;
}

/** The agency's logo, with the hash that a report stores. */
export interface AgencyLogo extends ReportLogo {
  sha256: string;
}

/** Signs reports with the provider's certificate. */
export interface ReportSigner {
  name: string;
  sign(pdf: Uint8Array, at: Date): Promise<Uint8Array>;
}
