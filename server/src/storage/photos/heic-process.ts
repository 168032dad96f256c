import decode from 'heic-decode';
import sharp from 'sharp';
import { answerJobs } from '../../work/child-jobs.ts';
import type { HeicJob, HeicPixels } from './decode-heic.ts';

answerJobs(async ({ bytes, maxPixels, edge }: HeicJob): Promise<HeicPixels> => {
  const [first] = await decode.all({ buffer: bytes });
  if (!first || first.width * first.height > maxPixels) throw new Error('Too many pixels');
  const { width, height, data: pixels } = await first.decode();
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
});
