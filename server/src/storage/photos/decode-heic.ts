import { serverLimits } from '../../limits.ts';
import { startChildPool } from '../../work/child-pool.ts';

export interface HeicJob {
  bytes: Uint8Array;
  maxPixels: number;
  /** The longest edge of the result in pixels. A smaller edge means less data to send between processes. */
  edge: number;
}

export interface HeicPixels {
  width: number;
  height: number;
  /** The pixels with four channels, after applying the file's own rotation. */
  data: Uint8Array;
}

/** Decodes a HEIC photo, in about a second for 12 megapixels. The process exits afterwards to free its memory. */
const pool = startChildPool<HeicJob, HeicPixels>(new URL('./heic-process.ts', import.meta.url), {
  ...{ processes: serverLimits.heicAtOnce, jobsPerProcess: 1, tries: 1 },
  // 50 megapixels take 200 MB. The decoder needs another 200 MB, and scaling the picture down needs 200 MB
  // more.
  ...{ deadline: serverLimits.heicTimeout, memoryMegabytes: serverLimits.heicMegabytes },
  addons: true,
});

export const decodeHeic = (job: HeicJob): Promise<HeicPixels> => pool.run(job);
