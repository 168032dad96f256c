import { Worker } from 'node:worker_threads';
import { serverLimits } from '../limits.ts';
import { workQueue } from '../platform/work-queue.ts';

export interface HeicPixels {
  width: number;
  height: number;
  /** Four channels, upright: the file's own rotation is applied. */
  data: Uint8ClampedArray;
}

const longest = 20_000;
// A 12-megapixel photo takes 50 MB here and as much again in the decoder.
const inTurn = workQueue({ atOnce: serverLimits.heicAtOnce });

/** Decodes a HEIC photo, about a second for 12 megapixels, in a thread that is thrown away with all its memory. */
export function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<HeicPixels> {
  return inTurn(async () => {
    const worker = new Worker(new URL('./decode-heic-worker.ts', import.meta.url), {
      workerData: { bytes, maxPixels },
      stdout: true,
      stderr: true,
    });
    try {
      return await new Promise<HeicPixels>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('The decoder took too long')), longest);
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', () => {
          clearTimeout(timer);
          reject(new Error('The decoder gave no picture'));
        });
      });
    } finally {
      await worker.terminate();
    }
  });
}
