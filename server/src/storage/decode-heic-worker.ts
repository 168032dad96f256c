import { parentPort, workerData } from 'node:worker_threads';
import decode from 'heic-decode';

const { bytes, maxPixels }: { bytes: Uint8Array; maxPixels: number } = workerData;
const images = await decode.all({ buffer: bytes });
const first = images[0];
if (!first || first.width * first.height > maxPixels) throw new Error('Too many pixels');
const { width, height, data } = await first.decode();
parentPort?.postMessage({ width, height, data }, [data.buffer as ArrayBuffer]);
