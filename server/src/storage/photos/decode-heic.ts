import { serverLimits } from '../../limits.ts';
import { startChildPool } from '../../work/child-pool.ts';

export interface HeicJob {
  bytes: Uint8Array;
  maxPixels: number;
  edge: number;
}

export interface HeicPixels {
  width: number;
  height: number;
  /** The pixels with four channels, after applying the file's own rotation. */
  data: Uint8Array;
}

/**
 * The processes that decode HEIC photos. 12 megapixels take about a second. Each process exits after one
 * photo, which frees its memory.
 */
const pool = startChildPool<HeicJob, HeicPixels>(new URL('./heic-process.ts', import.meta.url), {
  ...{ processes: serverLimits.heicAtOnce, jobsPerProcess: 1, tries: 1 },
  // 50 megapixels take 200 MB. The decoder needs another 200 MB, and scaling the picture down needs 200 MB
  // more.
  ...{ deadline: serverLimits.heicTimeout, memoryMegabytes: serverLimits.heicMegabytes },
  addons: true,
});

export const decodeHeic = (job: HeicJob): Promise<HeicPixels> => pool.run(job);
