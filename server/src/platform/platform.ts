import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { PhotoSpool } from '../storage/photos/photo-spool.ts';
import type { AgencyLogo, ReportRenderer, ReportSigner } from './reports.ts';

/** The settings that features read. What else is set goes only to the module that needs it. */
export interface Provider {
  shortName: string;
  timeZone: string;
  agencyAddress: string;
  /** The app's public address, without a slash at the end. */
  publicUrl: string | undefined;
  /** Whether reports print which evidence checks looked at the verification. */
  reportChecked: boolean;
  /** Whether an SMTP server is set. */
  sendsMail: boolean;
}

/** The interfaces that features use: opened once by start/, replaced one by one in tests. */
export interface Platform {
  provider: Provider;
  db: Kysely<Database>;
  photos: BlobStore;
  /** Where photos of a submission wait until they are worked on. */
  spool: PhotoSpool;
  renderer: ReportRenderer;
  /** Limits instead of the server's own: for tests, which run on busy machines. */
  limits?: Partial<
    Record<'eventLoopDelay' | 'readyAnswer' | 'reportAnswer' | 'sessionCache' | 'workWait', number>
  >;
  /** Printed on reports. */
  logo?: AgencyLogo | undefined;
  /** Signs reports with the provider's certificate; without one they go out unsigned. */
  signer?: ReportSigner | undefined;
  /** Signs access tokens and photo links; the same on every node. */
  secret: Uint8Array;
}
