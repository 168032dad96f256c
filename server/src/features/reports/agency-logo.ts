import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { CannotStart } from '../../db/cannot-start.ts';
import { serverLimits } from '../../limits.ts';
import type { AgencyLogo } from '../../platform/reports.ts';
import { recognisePhoto } from '../../storage/photos/photo-kind.ts';

export async function readAgencyLogo(file: string | undefined): Promise<AgencyLogo | undefined> {
  if (file === undefined) return undefined;
  try {
    return await encodeLogo(await readFile(file));
  } catch (error) {
    throw new CannotStart(`AGENCY_LOGO can't be used: ${(error as Error).message}`);
  }
}

export async function encodeLogo(bytes: Buffer): Promise<AgencyLogo> {
  const kind = recognisePhoto(bytes);
  if (kind !== 'image/png' && kind !== 'image/jpeg')
    throw new Error('the file is not a PNG or JPEG');
  const { data, info } = await sharp(bytes, { limitInputPixels: serverLimits.photoPixels })
    .autoOrient()
    .resize(900, 300, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true });
  const sha256 = hash('sha256', data);
  return { png: new Uint8Array(data), width: info.width, height: info.height, sha256 };
}
