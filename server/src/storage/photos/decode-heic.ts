import { serverLimits } from '../../limits.ts';
import { startChildPool } from '../../work/child-pool.ts';

export interface HeicJob {
  bytes: Uint8Array;
  maxPixels: number;
  /** The longest edge of the result. A smaller one means less data to send between processes. */
  edge: number;
}

export interface HeicPixels {
  width: number;
  height: number;
  /** Four channels, upright: the file's own rotation is applied. */
  data: Uint8Array;
}

/**
 * Decodes a HEIC photo, about a second for 12 megapixels, in a process that exits afterwards and frees its
 * memory.
 */
const pool = startChildPool<HeicJob, HeicPixels>(new URL('./heic-process.ts', import.meta.url), {
  ...{ processes: serverLimits.heicAtOnce, jobsPerProcess: 1, tries: 1 },
  // 50 megapixels take 200 MB, the same again in the decoder, and once more while they are scaled down.
  ...{ deadline: serverLimits.heicTimeout, memoryMegabytes: serverLimits.heicMegabytes },
  addons: true,
});

export const decodeHeic = (job: HeicJob): Promise<HeicPixels> => pool.run(job);
