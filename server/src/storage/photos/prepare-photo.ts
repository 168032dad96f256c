import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { serverLimits } from '../../limits.ts';
import { unavailable } from '../../problems.ts';
import { JobLate, PoolBusy } from '../../work/child-pool.ts';
import { workQueue } from '../../work/work-queue.ts';
import { decodeHeic } from './decode-heic.ts';
import { hashPhoto, type PhotoHashes } from './hash-photo.ts';
import { type PhotoOrigin, readPhotoOrigin } from './photo-exif.ts';
import { type PhotoKind, recognisePhoto } from './photo-kind.ts';

/** The sizes that are made of every photo. They are upright JPEG files without metadata. */
export const photoSizes = ['thumbnail', 'screen', 'report'] as const;
type PhotoSize = (typeof photoSizes)[number];

export interface PreparedPhoto extends PhotoOrigin {
  kind: PhotoKind;
  /** SHA-256 of the original bytes, in hex. */
  sha256: string;
  /** The width of the original in pixels, after rotation. */
  width: number;
  height: number;
  hashes: PhotoHashes;
  sizes: Record<PhotoSize, Uint8Array>;
}

/** The message tells the sender why the file is rejected. */
export class PhotoRejected extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PhotoRejected';
  }
}

const shapes = {
  thumbnail: { edge: 320, quality: 75 },
  screen: { edge: 1600, quality: 82 },
  report: { edge: 1000, quality: 70 },
} as const;

// Allows only the decoders of photos in this process, so that no other decoder reads a file that only begins
// like a photo.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`),
});
sharp.cache(false);
// Many photos are processed fastest with one thread for each photo and one photo for each core.
sharp.concurrency(1);
const inTurn = workQueue({ atOnce: availableParallelism() });

/**
 * Checks a photo by its content and makes its sizes. The same bytes always give the same sizes. Throws
 * {@link PhotoRejected}.
 */
export async function preparePhoto(
  bytes: Uint8Array,
  options: { timeZone: string },
): Promise<PreparedPhoto> {
  const kind = recognisePhoto(bytes);
  if (!kind) throw new PhotoRejected('A photo must be a JPEG, PNG, WebP or HEIC file.');

  return inTurn(async () => {
    try {
      const { autoOrient, exif, ...stored } = await open(bytes).metadata();
      // The stored size of a HEIC file already includes the rotation that its EXIF orientation repeats.
      const { width, height } = kind === 'image/heic' ? stored : autoOrient;
      const sizes = await makeSizes(kind === 'image/heic' ? await openHeic(bytes) : open(bytes));
      return {
        kind,
        sha256: hash('sha256', bytes),
        width,
        height,
        ...(await readPhotoOrigin(exif, options.timeZone)),
        hashes: await hashPhoto(sizes.thumbnail),
        sizes,
      };
    } catch (error) {
      throw toRejection(error);
    }
  });
}

/**
 * Makes only the size for reports, from the original. This is many times faster than making all sizes.
 * Throws {@link PhotoRejected}.
 */
export async function photoForReport(bytes: Uint8Array): Promise<Uint8Array> {
  const kind = recognisePhoto(bytes);
  if (!kind) throw new PhotoRejected('A photo must be a JPEG, PNG, WebP or HEIC file.');
  return inTurn(async () => {
    try {
      const photo = kind === 'image/heic' ? await openHeic(bytes) : open(bytes).autoOrient();
      const { edge, quality } = shapes.report;
      return await fit(photo, edge)
        .flatten({ background: 'white' })
        .toColourspace('srgb')
        .jpeg({ quality })
        .timeout({ seconds: serverLimits.photoSeconds })
        .toBuffer();
    } catch (error) {
      throw toRejection(error);
    }
  });
}

function open(bytes: Uint8Array) {
  return sharp(bytes, { limitInputPixels: serverLimits.photoPixels, failOn: 'error' });
}

async function openHeic(bytes: Uint8Array) {
  const { data, width, height } = await decodeHeic({
    bytes,
    maxPixels: serverLimits.photoPixels,
    edge: shapes.screen.edge,
  });
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Decodes a photo once, to the largest size, and makes the other sizes from its pixels. */
async function makeSizes(photo: Sharp): Promise<PreparedPhoto['sizes']> {
  const { data, info } = await fit(photo.autoOrient(), shapes.screen.edge)
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .timeout({ seconds: serverLimits.photoSeconds })
    .toBuffer({ resolveWithObject: true });

  const { width, height, channels } = info;
  const make = (size: PhotoSize) => {
    const pixels = sharp(data, { raw: { width, height, channels } });
    const { edge, quality } = shapes[size];
    return fit(pixels, edge).jpeg({ quality }).toBuffer();
  };
  const [thumbnail, screen, report] = await Promise.all([
    make('thumbnail'),
    make('screen'),
    make('report'),
  ]);
  return { thumbnail, screen, report };
}

function fit(photo: Sharp, edge: number) {
  return photo.resize(edge, edge, { fit: 'inside', withoutEnlargement: true });
}

/** Matches errors of sharp, libvips and libjpeg whose cause is the busy machine, not the photo. */
const starved = /^timeout: |out of memory|insufficient memory/i;

function toRejection(cause: unknown) {
  const isStarved = cause instanceof Error && starved.test(cause.message);
  if (isStarved || cause instanceof PoolBusy || cause instanceof JobLate) {
    return unavailable('The server is processing many photos. Please try again.', cause);
  }
  return cause instanceof Error && /pixel limit|too many pixels/i.test(cause.message)
    ? new PhotoRejected(
        `A photo may have at most ${serverLimits.photoPixels / 1e6} million pixels.`,
        cause,
      )
    : new PhotoRejected('The photo is damaged or incomplete and can’t be read.', cause);
}
