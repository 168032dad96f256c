import sharp from 'sharp';
import { seeded } from '../seeded.ts';
import { sheetWidth } from './sheet.ts';

const tile = 256;
const noise = makeNoise();

/** Turns a clean drawing into something a phone might have taken: soft edges, uneven light, grain, a colour cast. */
export async function expose(svg: string, seed: number, width: number) {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    pixels: light(data, info.width, info.height, seed, width / sheetWidth),
    height: info.height,
  };
}

function light(drawn: Buffer, width: number, height: number, seed: number, scale: number): Buffer {
  const chance = seeded(seed ^ 0x51f1);
  const shift = chance.between(0, tile * tile - 1);
  const curves = castOf(chance.next, chance.next() * 0.12 - 0.05);
  const out = Buffer.allocUnsafe(drawn.length);
  const [lastX, lastY] = [width - 2, height - 2];
  const unit = 1 / scale;
  const mask = tile - 1;

  for (let y = 0; y < height; y += 1) {
    const sceneY = (y * unit) | 0;
    const edgeY = (2 * y) / height - 1;
    for (let x = 0; x < width; x += 1) {
      const sceneX = (x * unit) | 0;
      const near = noise[(((sceneY & mask) << 8) + (sceneX & mask) + shift) & 0xffff] as number;
      const wide = noise[
        ((((sceneY >> 2) & mask) << 8) + ((sceneX >> 2) & mask) + shift) & 0xffff
      ] as number;
      // Edges sway by about a pixel, as mortar, cloth and leaves do.
      const fromX = Math.min(lastX, Math.max(0, x + ((near - 128) >> 6)));
      const fromY = Math.min(lastY, Math.max(0, y + ((wide - 128) >> 6)));
      const at = (fromY * width + fromX) * 3;
      const below = at + width * 3 + 3;
      const edgeX = (2 * x) / width - 1;
      const vignette = 1 - 0.17 * (edgeX * edgeX + edgeY * edgeY);
      const exposure = vignette * (1 + (wide - 128) * 0.0007 + (near - 128) * 0.0003);
      const grain = (((Math.imul(y * width + x + shift, 0x9e3779b1) >>> 24) - 128) * 0.045) | 0;
      const to = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (drawn[at + channel] as number) + (drawn[below + channel] as number);
        const exposed = Math.min(255, Math.max(0, (value * 0.5 * exposure + grain) | 0));
        out[to + channel] = curves[channel * 256 + exposed] as number;
      }
    }
  }
  return out;
}

/** One tone curve for each of red, green and blue: exposure, contrast and the warmth of the day. */
function castOf(next: () => number, exposure: number): Uint8ClampedArray {
  const warmth = next() * 0.09 - 0.035;
  const gains = [1 + warmth, 1 + warmth * 0.2, 1 - warmth];
  const curves = new Uint8ClampedArray(3 * 256);
  gains.forEach((gain, channel) => {
    for (let value = 0; value < 256; value += 1) {
      const linear = (value / 255) * (1 + exposure) * gain;
      const contrasted = linear + 0.045 * Math.sin((linear - 0.5) * Math.PI * 2) * 0.9;
      curves[channel * 256 + value] = 255 * (0.035 + 0.955 * contrasted);
    }
  });
  return curves;
}

/** Smooth blotches of several sizes in one tile that repeats without a seam. */
function makeNoise(): Uint8Array {
  const { next } = seeded(77);
  const sum = new Float32Array(tile * tile);
  for (const [cells, weight] of [
    [6, 0.4],
    [16, 0.3],
    [44, 0.2],
    [128, 0.22],
  ] as const) {
    const grid = Float32Array.from({ length: cells * cells }, () => next() - 0.5);
    const value = (x: number, y: number) => grid[(y % cells) * cells + (x % cells)] as number;
    for (let y = 0; y < tile; y += 1) {
      for (let x = 0; x < tile; x += 1) {
        const [gx, gy] = [(x * cells) / tile, (y * cells) / tile];
        const [cx, cy] = [Math.floor(gx), Math.floor(gy)];
        const [fx, fy] = [smooth(gx - cx), smooth(gy - cy)];
        const top = value(cx, cy) * (1 - fx) + value(cx + 1, cy) * fx;
        const low = value(cx, cy + 1) * (1 - fx) + value(cx + 1, cy + 1) * fx;
        const index = y * tile + x;
        sum[index] = (sum[index] as number) + weight * (top * (1 - fy) + low * fy);
      }
    }
  }
  return Uint8Array.from(sum, (value) => 128 + Math.max(-128, Math.min(127, value * 300)));
}

function smooth(share: number) {
  return share * share * (3 - 2 * share);
}
