const longEdge = 1600;
const quality = 0.8;

interface Size {
  width: number;
  height: number;
}

/** A picture as a JPEG of at most 1,600 pixels, upright, and how large it was. Rejects where the browser can't read it. */
export async function shrink(picture: Blob): Promise<Size & { jpeg: Uint8Array; before: Size }> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, longEdge / Math.max(bitmap.width, bitmap.height));
    const width = Math.round(bitmap.width * scale);
    const height = Math.round(bitmap.height * scale);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('The browser can’t draw.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    const before = { width: bitmap.width, height: bitmap.height };
    return { jpeg: new Uint8Array(await blob.arrayBuffer()), width, height, before };
  } finally {
    bitmap.close();
  }
}
