import sharp from 'sharp';

/** The hashes of a photo's appearance. The hashes of similar photos differ in few bits. */
export interface PhotoHashes {
  /** 64 bits as text. In a grid of 8 rows of 9 squares, each bit says whether the next square is brighter. */
  dhash: string;
  /** 64 bits as text, one for each low frequency: whether its amplitude is above the median. */
  phash: string;
  /** The contrast of the photo's coarse shapes. It is near 0 for a wall or a dark room. */
  texture: number;
}

const side = 32;
const waves = 8;

/**
 * The cosines of the low frequencies. The constant frequency is left out, because it only describes the
 * overall brightness.
 */
const cosines = Array.from({ length: waves }, (_, wave) =>
  Float64Array.from({ length: side }, (_, at) =>
    Math.cos(((2 * at + 1) * (wave + 1) * Math.PI) / (2 * side)),
  ),
);

/**
 * Returns the hashes of a photo, calculated from the stored thumbnail. Older photos can therefore be hashed
 * later with the same result.
 */
export async function hashPhoto(thumbnail: Uint8Array): Promise<PhotoHashes> {
  const [steps, square] = await Promise.all([grey(thumbnail, 9, 8), grey(thumbnail, side, side)]);
  const coefficients = transform(square);
  const middle = median(coefficients);
  const power = coefficients.reduce((sum, one) => sum + one * one, 0);
  return {
    dhash: bits(64, (index) => {
      const at = Math.floor(index / 8) * 9 + (index % 8);
      return (steps[at] ?? 0) < (steps[at + 1] ?? 0);
    }),
    phash: bits(64, (index) => (coefficients[index] ?? 0) > middle),
    texture: Math.sqrt(power / coefficients.length),
  };
}

const grey = (picture: Uint8Array, width: number, height: number) =>
  sharp(picture).greyscale().resize(width, height, { fit: 'fill' }).raw().toBuffer();

/** Returns the low frequencies of a picture's cosine transform (DCT-II), in grey levels. */
function transform(pixels: Uint8Array): Float64Array {
  const across = cosines.map((cosine) =>
    Float64Array.from({ length: side }, (_, row) => {
      let sum = 0;
      for (let at = 0; at < side; at++) sum += (pixels[row * side + at] ?? 0) * (cosine[at] ?? 0);
      return sum;
    }),
  );
  return Float64Array.from({ length: waves * waves }, (_, index) => {
    const [down, wave] = [cosines[Math.floor(index / waves)], across[index % waves]];
    let sum = 0;
    for (let row = 0; row < side; row++) sum += (down?.[row] ?? 0) * (wave?.[row] ?? 0);
    return (sum * 4) / (side * side);
  });
}

function median(values: Float64Array): number {
  const sorted = values.toSorted();
  return ((sorted[sorted.length / 2 - 1] ?? 0) + (sorted[sorted.length / 2] ?? 0)) / 2;
}

const bits = (length: number, isSet: (index: number) => boolean) =>
  Array.from({ length }, (_, index) => (isSet(index) ? '1' : '0')).join('');
