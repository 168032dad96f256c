import { hash } from 'node:crypto';

function readJpegSize(jpeg: Buffer): { width: number; height: number } {
  let at = jpeg.length > 2 && jpeg.readUInt16BE(0) === 0xffd8 ? 2 : jpeg.length;
  while (at + 9 <= jpeg.length) {
    const marker = jpeg.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffc2;
    if (isFrame) return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
    if (marker <= 0xff00) break;
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  throw new Error('A photo is not a JPEG');
}

/**
 * Wraps a photo in an SVG, because the engine then reads only the photo's header. It would decode every pixel
 * of a photo that is not in an SVG. The file name is a hash of the photo, because the engine treats SVGs with
 * the same text as equal.
 */
export function drawingOf(jpeg: Buffer): { file: string; svg: Buffer } {
  const { width, height } = readJpegSize(jpeg);
  const file = `${hash('sha256', jpeg)}.jpg`;
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${file}"/></svg>`;
  return { file, svg: Buffer.from(svg) };
}
