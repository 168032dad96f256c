import type { ReportForm } from '@doorstep/contract/reports/definition';
import type { ReportLayout } from '@doorstep/contract/reports/layouts';

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
  /** The evidence checks that were made, if the provider wants them printed. The findings are never printed. */
  checked?: string[];
  /** Whether two admins reviewed the verification; absent if the lender doesn't want it printed. */
  reviewedByTwo?: boolean;
}

/** A photo of the report. We re-encode it, because the PDF engine must get no bytes that a user sent. */
export interface ReportPhoto {
  jpeg: Uint8Array;
  width: number;
  height: number;
  takenAt: string | null;
  latitude: number | null;
  longitude: number | null;
  shows?: string;
}

export interface ReportSignature {
  answer: 'signed' | 'declined';
  /** The signer's name and relation, such as 'Sunita Verma, spouse'; empty if no person was named. */
  by: string;
  at: string;
  words: string;
  /** The picture, re-encoded by us; null if the person declined or the picture can't be shown. */
  jpeg: Uint8Array | null;
}

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
  /** The lender's layout of the report, with a logo that we re-encoded; undefined for the standard layout. */
  layout?: Omit<ReportLayout, 'logo'> & { logo?: { png: Uint8Array } };
  decision: 'pending' | 'positive' | 'negative';
  verification: PrintedVerification | null;
  /** The photos in the order of the form. One that can't be shown is null, but has a tile and a number. */
  photos: (ReportPhoto | null)[];
  /** Absent if no signature was asked for, or if the lender's layout hides it. */
  signature?: ReportSignature;
  generatedAt: string;
  version: number;
  /** The times at which the applicant was received, due and decided, if the lender wants them printed. */
  times?: { receivedAt: string; dueAt: string; decidedAt: string | null; isInTime: boolean | null };
  timeZone: string;
  /** The report's code. `verifyAt` is the address of the public page that checks codes, without the code. */
  code: string;
  verifyAt: string | null;
  /** The name in the certificate that will sign the file; null if no certificate is set. */
  signedBy: string | null;
}

export interface DrawnReport {
  pdf: Uint8Array;
  pages: number;
}

export interface ReportRenderer {
  /** Draws a report. `signal` cancels the drawing when no request waits for the report any more. */
  render(document: ReportDocument, signal?: AbortSignal): Promise<DrawnReport>;
  close(): Promise<void>;
}

export interface AgencyLogo extends ReportLogo {
  sha256: string;
}

export interface ReportSigner {
  name: string;
  /** The end of the certificate's validity. */
  expires: Date;
  sign(pdf: Uint8Array, at: Date): Promise<Uint8Array>;
}
