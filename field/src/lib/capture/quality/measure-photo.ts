/** Shades of grey from 0 to 255, row by row. */
interface Grey {
  width: number;
  height: number;
  shades: Float32Array;
}

export interface PhotoMeasures {
  /** 1 for a picture without any edge, about 2 to 10 for a sharp picture. */
  sharpness: number;
  /** The share of the picture (0 to 1) that its largest bright reflection covers. */
  glare: number;
}

export type PhotoFault = 'blurred' | 'glare';

/** For how the thresholds were chosen, see docs/evidence/photo-quality.md. */
export const thresholds = { sharpness: 1.7, glare: 0.012 };

export function findFaults({ sharpness, glare }: PhotoMeasures): PhotoFault[] {
  return [
    ...(sharpness < thresholds.sharpness ? (['blurred'] as const) : []),
    ...(glare > thresholds.glare ? (['glare'] as const) : []),
  ];
}

/** `pixels` has four bytes per pixel. The fourth is ignored. */
export function measurePhoto(
  pixels: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
): PhotoMeasures {
  const grey = shrinkToGrey(pixels, width, height);
  return { sharpness: measureSharpness(grey), glare: measureGlare(grey) };
}

const shrunkEdge = 800;

/**
 * Replaces each square of pixels by one pixel with the average shade. This also removes most of the camera's
 * noise.
 */
function shrinkToGrey(
  pixels: Uint8Array | Uint8ClampedArray,
  fullWidth: number,
  fullHeight: number,
): Grey {
  const by = Math.max(1, Math.round(Math.max(fullWidth, fullHeight) / shrunkEdge));
  const [width, height] = [Math.floor(fullWidth / by), Math.floor(fullHeight / by)];
  const shades = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let row = y * by; row < (y + 1) * by; row++) {
        const start = 4 * (row * fullWidth + x * by);
        for (let at = start; at < start + 4 * by; at += 4)
          sum +=
            0.299 * (pixels[at] ?? 0) +
            0.587 * (pixels[at + 1] ?? 0) +
            0.114 * (pixels[at + 2] ?? 0);
      }
      shades[y * width + x] = sum / (by * by);
    }
  }
  return { width, height, shades };
}

const block = 32;
/** The minimum contrast of a block. Blocks with less contrast show a wall, the sky or only noise. */
const leastContrast = 10;
/**
 * The sharpness of the picture is this quantile of its blocks' sharpness. The quantile is high, because the
 * background of a name plate may be blurred.
 */
const sharpest = 0.8;
/**
 * The sharpness is measured across and down the picture. A direction counts only if more than this share of
 * the blocks has enough contrast in it.
 */
const fewestBlocks = 0.01;

/**
 * Compares the differences between neighbouring pixels with those in a slightly blurred copy, because
 * blurring changes sharp edges most. Returns the lower of the results across and down, because a camera that
 * moves blurs only one direction.
 */
function measureSharpness({ width, height, shades }: Grey): number {
  const across: number[] = [];
  const down: number[] = [];
  const [columns, rows] = [Math.floor(width / block), Math.floor(height / block)];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const start = row * block * width + column * block;
      addRatio(across, shades, { start, along: 1, aside: width });
      addRatio(down, shades, { start, along: width, aside: 1 });
    }
  }
  const known = [across, down].filter(({ length }) => length > fewestBlocks * columns * rows);
  const values = known.map(
    (ratios) => ratios.sort((a, b) => a - b)[Math.floor(ratios.length * sharpest)] ?? 1,
  );
  return values.length > 0 ? Math.min(...values) : 1;
}

function addRatio(
  ratios: number[],
  shades: Float32Array,
  { start, along, aside }: { start: number; along: number; aside: number },
): void {
  let sharp = 0;
  let soft = 0;
  for (let line = 0; line < block; line++) {
    const from = start + line * aside;
    for (let step = 1; step < block - 2; step++) {
      const at = from + step * along;
      const here = shades[at] ?? 0;
      const next = shades[at + along] ?? 0;
      const difference = next - here;
      // The difference between the same two pixels after smoothing with the weights 1, 2, 1.
      const smoothed =
        (next + (shades[at + 2 * along] ?? 0) - here - (shades[at - along] ?? 0)) / 4;
      sharp += difference * difference;
      soft += smoothed * smoothed;
    }
  }
  if (soft > leastContrast * block * (block - 3)) ratios.push(sharp / soft);
}

const cell = 8;
const saturated = 250;
const mostOfCell = 0.9;

/** Ignores bright spots at the picture's edge, because they are usually the sky, a window or a white wall. */
function measureGlare({ width, height, shades }: Grey): number {
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)];
  const isBright = new Uint8Array(columns * rows);
  for (let at = 0; at < isBright.length; at++) {
    const start = Math.floor(at / columns) * cell * width + (at % columns) * cell;
    let count = 0;
    for (let y = 0; y < cell; y++)
      for (let x = 0; x < cell; x++) if ((shades[start + y * width + x] ?? 0) >= saturated) count++;
    isBright[at] = count >= mostOfCell * cell * cell ? 1 : 0;
  }
  let largest = 0;
  for (let at = 0; at < isBright.length; at++)
    if (isBright[at]) largest = Math.max(largest, takeSpot(isBright, at, columns));
  return isBright.length > 0 ? largest / isBright.length : 0;
}

/**
 * Clears in `isBright` the spot that contains the cell `first`: this cell and all bright cells connected with
 * it. Returns the number of these cells, or 0 if the spot touches the picture's edge.
 */
function takeSpot(isBright: Uint8Array, first: number, columns: number): number {
  const last = isBright.length - columns;
  const open = [first];
  isBright[first] = 0;
  let count = 0;
  let isAtEdge = false;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    count++;
    const column = at % columns;
    if (column === 0 || column === columns - 1 || at < columns || at >= last) isAtEdge = true;
    for (const next of [at - 1, at + 1, at - columns, at + columns]) {
      if (Math.abs((next % columns) - column) > 1 || !isBright[next]) continue;
      isBright[next] = 0;
      open.push(next);
    }
  }
  return isAtEdge ? 0 : count;
}
