import type { Decision } from '@doorstep/contract/verifications';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { PhotoSpool } from '../storage/photos/photo-spool.ts';
import type { AgencyLogo, ReportRenderer, ReportSigner } from './reports.ts';

/** The settings that features read. Other settings go only to the module that needs them. */
export interface Provider {
  shortName: string;
  timeZone: string;
  agencyAddress: string;
  /** The app's public address, without a slash at the end. */
  publicUrl: string | undefined;
  /** Whether reports state which evidence checks were made. */
  reportChecked: boolean;
  /** The percentage of visits with a person met that the server chooses at random for a call-back. */
  callbackPercent: number;
  secondLooks: {
    /** The percentages of decisions that the server chooses at random for a second look. */
    drawn: Record<Decision, number>;
    /** Whether a decision counts without a second look if no other admin is active. */
    countsAlone: boolean;
  };
  sendsMail: boolean;
  delivery: {
    /** The folder that contains the folders for daily exports. */
    folder: string | undefined;
    s3: { endpoint: string | undefined; region: string; forcePathStyle: boolean };
  };
}

/** The interfaces that features use. `start/` creates them, and tests replace some of them. */
export interface Platform {
  provider: Provider;
  db: Kysely<Database>;
  photos: BlobStore;
  spool: PhotoSpool;
  renderer: ReportRenderer;
  /** Overrides of the server's limits, for tests on busy machines. */
  limits?: Partial<
    Record<'eventLoopDelay' | 'readyAnswer' | 'reportAnswer' | 'sessionCache' | 'workWait', number>
  >;
  logo?: AgencyLogo | undefined;
  /** Absent if reports are not signed. */
  signer?: ReportSigner | undefined;
  /** The key that signs access tokens and photo links. All servers share it. */
  secret: Uint8Array;
}
