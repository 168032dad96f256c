import type { OriginalPicture } from '@doorstep/contract/visits/manifest';
import { inTime } from '../in-time.ts';
import { momentOf } from '../moment.ts';

/** As WhatsApp, Telegram, Signal and Messenger call the pictures that they save. */
const messengerNames =
  /^(IMG-\d{8}-WA\d+|WhatsApp Image |photo_\d{4}-\d\d-\d\d_|signal-\d{4}-|FB_IMG_|received_\d)/i;

const longestRead = 10_000;

const [make, model, takenAt, offset] = [0x010f, 0x0110, 0x9003, 0x9011];

/** What a file says of its picture, which is drawn anew before it is kept. Its name and its place are not among it. */
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
  // No camera writes PNG. What other files say of theirs can't be read here.
  if (file.type !== 'image/jpeg') {
    return { has_camera: file.type === 'image/png' ? false : null, taken_at: null };
  }
  try {
    // Where the phone lost the reader and the network is dead, loading it never ends, and finishing waits for the photo.
    const tags = await inTime(readTags(file), longestRead, 'The file could not be read in time.');
    const has_camera = Boolean(tags[make] || tags[model]);
    return { has_camera, taken_at: momentIn(tags[takenAt], tags[offset]) };
  } catch {
    // No photo is lost for it.
    return { has_camera: null, taken_at: null };
  }
}

async function readTags(file: File): Promise<Record<number, unknown>> {
  const { default: exifr } = await import('exifr/dist/mini.esm.mjs');
  const wanted = { ifd0: { pick: [make, model] }, exif: { pick: [takenAt, offset] }, gps: false };
  // By their numbers: the smallest build knows no names.
  const found = await exifr.parse(file, { ...wanted, translateKeys: false, reviveValues: false });
  return found ?? {};
}

/** Without an offset it is the phone's own time. */
function momentIn(taken: unknown, zone: unknown): string | null {
  const time = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(String(taken));
  if (!time) return null;
  const given = /^[+-]\d\d:\d\d$/.test(String(zone)) ? String(zone) : '';
  const at = new Date(`${time[1]}-${time[2]}-${time[3]}T${time[4]}${given}`);
  const year = at.getFullYear();
  // An unset camera clock says the year 0; the office takes none from before 1900.
  return year >= 1900 && year < 3000 ? momentOf(at) : null;
}
