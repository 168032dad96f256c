import sharp from 'sharp';
import { drawScene, type Scene, scenes } from './draw-scene.ts';
import { expose } from './film.ts';
import { type CardKind, drawIdentityCard } from './identity-card.ts';
import { drawPortrait } from './portrait.ts';
import { Sheet } from './sheet.ts';

export type Picture =
  | { of: 'place'; seed: number; scene: Scene; width: number; caption?: string }
  | { of: 'portrait'; seed: number }
  | { of: 'identity card'; seed: number; kind: CardKind; name: string };

/** Draws a picture as a JPEG without metadata; the same picture is the same, byte for byte. */
export async function takePicture(picture: Picture): Promise<Uint8Array> {
  // Neighbouring seeds, and one seed in two scenes, should have nothing in common.
  const kind = picture.of === 'place' ? Object.keys(scenes).indexOf(picture.scene) : 90;
  const seed = Math.imul(picture.seed + 1, 0x9e3779b1) ^ Math.imul(kind + 1, 0x85ebca6b);
  const sheet = new Sheet(seed);
  if (picture.of === 'place') drawScene(sheet, picture.scene, picture.caption);
  else if (picture.of === 'portrait') drawPortrait(sheet);
  else drawIdentityCard(sheet, picture.kind, picture.name);
  const width = picture.of === 'place' ? picture.width : 1200;
  const { pixels, height } = await expose(sheet.svg(width), seed, width);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer();
}
