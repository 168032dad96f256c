import { limits } from '@doorstep/contract/limits';
import type { SignaturePicture } from '../../../lib/visit/signature.ts';

/** The formats to try in order until the file is small enough, because a scribble makes a large PNG. */
const tries = [
  { scale: 1, type: 'image/png' },
  { scale: 0.6, type: 'image/png' },
  { scale: 0.6, type: 'image/jpeg' },
  { scale: 0.3, type: 'image/jpeg' },
] as const;

export async function encodeSignature(canvas: HTMLCanvasElement): Promise<SignaturePicture> {
  for (const { scale, type } of tries) {
    const copy = new OffscreenCanvas(canvas.width * scale, canvas.height * scale);
    copy.getContext('2d')?.drawImage(canvas, 0, 0, copy.width, copy.height);
    const file = await copy.convertToBlob({ type, quality: 0.5 });
    if (file.size > limits.signatureMaxBytes) continue;
    const { width, height } = copy;
    return { bytes: new Uint8Array(await file.arrayBuffer()), width, height };
  }
  throw new Error('The signature is too large.');
}
