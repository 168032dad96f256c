import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { AgencyLogo } from '../features/reports/agency-logo.ts';
import type { ReportRenderer } from '../features/reports/render/report-renderer.ts';
import type { ReportSigner } from '../features/reports/sign/report-signer.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { PhotoSpool } from '../storage/photos/photo-spool.ts';

/** What the features stand on; made once at start, replaced piece by piece in tests. */
export interface Platform {
  config: Config;
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
