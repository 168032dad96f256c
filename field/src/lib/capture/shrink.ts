import type { Frame } from './crop-frame.ts';

const longEdge = 1600;
const quality = 0.8;
/** Higher than the quality of a new photo, because a cropped photo was already compressed once. */
const cutQuality = 0.9;

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the picture as an upright JPEG whose long edge has at most 1,600 pixels. `before` is the original
 * size. Rejects if the browser can't read the picture.
 */
export async function shrink(picture: Blob): Promise<Size & { jpeg: Uint8Array; before: Size }> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, longEdge / Math.max(bitmap.width, bitmap.height));
    const width = Math.round(bitmap.width * scale);
    const height = Math.round(bitmap.height * scale);
    const before = { width: bitmap.width, height: bitmap.height };
    const jpeg = await draw(bitmap, { left: 0, top: 0, ...before }, { width, height });
    return { jpeg, width, height, before };
  } finally {
    bitmap.close();
  }
}

export async function cutOut(jpeg: BlobPart, frame: Frame): Promise<Size & { jpeg: Uint8Array }> {
  const bitmap = await createImageBitmap(new Blob([jpeg]));
  try {
    const left = Math.round(frame.left * bitmap.width);
    const top = Math.round(frame.top * bitmap.height);
    const width = Math.round(frame.right * bitmap.width) - left;
    const height = Math.round(frame.bottom * bitmap.height) - top;
    const part = { left, top, width, height };
    return { jpeg: await draw(bitmap, part, part, cutQuality), width, height };
  } finally {
    bitmap.close();
  }
}

async function draw(
  bitmap: ImageBitmap,
  part: Size & { left: number; top: number },
  { width, height }: Size,
  as = quality,
): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The browser can’t draw.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, part.left, part.top, part.width, part.height, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: as });
  return new Uint8Array(await blob.arrayBuffer());
}
