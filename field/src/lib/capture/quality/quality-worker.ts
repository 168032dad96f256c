import { measurePhoto } from './measure-photo.ts';

declare const self: DedicatedWorkerGlobalScope;

/** A photo that can't be read gets no answer, so the caller needs a timeout. */
self.addEventListener('message', async ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  const bitmap = await createImageBitmap(new Blob([data], { type: 'image/jpeg' }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0);
  const pixels = context?.getImageData(0, 0, width, height).data;
  if (pixels) self.postMessage(measurePhoto(pixels, width, height));
});
