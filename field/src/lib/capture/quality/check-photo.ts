import { withTimeout } from '../../with-timeout.ts';
import { findFaults, type PhotoFault, type PhotoMeasures } from './measure-photo.ts';

const longestCheck = 2_000;

/** Returns no faults if the check fails or takes over two seconds, so that the photo is kept without a message. */
export async function checkPhoto(jpeg: Uint8Array): Promise<PhotoFault[]> {
  // The worker is ended after each photo, so that its memory is free for the camera.
  let worker: Worker | undefined;
  try {
    worker = new Worker(new URL('./quality-worker.ts', import.meta.url), { type: 'module' });
    return findFaults(await withTimeout(measure(worker, jpeg), longestCheck, 'The check is late.'));
  } catch {
    return [];
  } finally {
    worker?.terminate();
  }
}

const measure = (worker: Worker, jpeg: Uint8Array) =>
  new Promise<PhotoMeasures>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<PhotoMeasures>) => resolve(data);
    worker.onerror = () => reject(new Error('The check failed.'));
    // Sends bytes instead of a blob, because the browser could write a blob to the disk unencrypted.
    worker.postMessage(jpeg);
  });
