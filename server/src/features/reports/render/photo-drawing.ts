import { hash } from 'node:crypto';

/** The width and height that a JPEG names in its frame header. Throws for what is no JPEG. */
function readJpegSize(jpeg: Buffer): { width: number; height: number } {
  let at = jpeg.length > 2 && jpeg.readUInt16BE(0) === 0xffd8 ? 2 : jpeg.length;
  while (at + 9 <= jpeg.length) {
    const marker = jpeg.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffc2;
    if (isFrame) return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
    if (marker <= 0xff00) break;
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  throw new Error('A photo is no JPEG');
}

/**
 * A photo as a drawing that holds nothing else. Of a bare photo the engine would decode every pixel, only to embed the
 * file as it is in the end; this way it reads its header. It takes drawings of the same words for the same, whatever the
 * file they name holds by then: so the file's name must come from its content.
 */
export function drawingOf(jpeg: Buffer): { file: string; svg: Buffer } {
  const { width, height } = readJpegSize(jpeg);
  const file = `${hash('sha256', jpeg)}.jpg`;
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${file}"/></svg>`;
  return { file, svg: Buffer.from(svg) };
}
