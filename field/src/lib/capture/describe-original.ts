import type { OriginalPicture } from '@doorstep/contract/visits/manifest';
import { momentOf } from '../moment.ts';
import { withTimeout } from '../with-timeout.ts';

/** The names that WhatsApp, Telegram, Signal and Messenger give to saved pictures. */
const messengerNames =
  /^(IMG-\d{8}-WA\d+|WhatsApp Image |photo_\d{4}-\d\d-\d\d_|signal-\d{4}-|FB_IMG_|received_\d)/i;

const longestRead = 10_000;

const [make, model, takenAt, offset] = [0x010f, 0x0110, 0x9003, 0x9011];

/**
 * Returns metadata of the original file. The stored photo is a redrawn copy, which loses this metadata.
 * Leaves out the file's name and GPS position.
 */
export async function describeOriginal(
  file: File,
  { width, height }: { width: number; height: number },
): Promise<OriginalPicture> {
  return {
    bytes: file.size,
    kind: file.type.slice(0, 100),
    ...{ width, height },
    ...(await readCamera(file)),
    is_named_by_messenger: messengerNames.test(file.name),
  };
}

async function readCamera(file: File): Promise<Pick<OriginalPicture, 'has_camera' | 'taken_at'>> {
  // No camera writes PNG. The metadata of formats other than JPEG can't be read here.
  if (file.type !== 'image/jpeg') {
    return { has_camera: file.type === 'image/png' ? false : null, taken_at: null };
  }
  try {
    // The code that reads the file may have to be fetched first. Without a timeout, a network that doesn't
    // answer would prevent the agent from finishing the visit.
    const tags = await withTimeout(
      readTags(file),
      longestRead,
      'The file could not be read in time.',
    );
    const has_camera = Boolean(tags[make] || tags[model]);
    return { has_camera, taken_at: momentIn(tags[takenAt], tags[offset]) };
  } catch {
    return { has_camera: null, taken_at: null };
  }
}

async function readTags(file: File): Promise<Record<number, unknown>> {
  const { default: exifr } = await import('exifr/dist/mini.esm.mjs');
  const wanted = { ifd0: { pick: [make, model] }, exif: { pick: [takenAt, offset] }, gps: false };
  // Tags are numbers here, because the smallest build of exifr does not know their names.
  return (await exifr.parse(file, wanted)) ?? {};
}

/** An EXIF time without an offset is read in the phone's own time zone. */
function momentIn(taken: unknown, zone: unknown): string | null {
  const time = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(String(taken));
  if (!time) return null;
  const given = /^[+-]\d\d:\d\d$/.test(String(zone)) ? String(zone) : '';
  const at = new Date(`${time[1]}-${time[2]}-${time[3]}T${time[4]}${given}`);
  const year = at.getFullYear();
  // A camera whose clock was never set may write a very early year. The office rejects years before 1900.
  return year >= 1900 && year < 3000 ? momentOf(at) : null;
}
