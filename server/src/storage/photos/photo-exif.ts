/// <reference lib="esnext.temporal" />
import exifr from 'exifr';

/** The time and the place of a photo according to its EXIF data. They are a claim, not a proof. */
export interface PhotoOrigin {
  /** The time in ISO 8601 with an offset. */
  takenAt: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The maximum size of an EXIF block of a JPEG, in bytes. Other file types may contain megabytes. */
const longestExif = 65_536;

export async function readPhotoOrigin(
  exif: Uint8Array | undefined,
  timeZone: string,
): Promise<PhotoOrigin> {
  const tags = exif ? await readTags(exif.subarray(0, longestExif)) : {};
  return { takenAt: readTime(tags, timeZone), ...readPlace(tags) };
}

async function readTags(exif: Uint8Array): Promise<Record<string, unknown>> {
  const prefixed = Buffer.from(exif.subarray(0, 6)).toString('latin1') === 'Exif\0\0';
  // Pads the block, because exifr recognises a bare TIFF block only if it has the size of a real file.
  const tiff = new Uint8Array(Math.max(exif.length, 64));
  tiff.set(prefixed ? exif.subarray(6) : exif);
  try {
    const tags = await exifr.parse(tiff, {
      pick: [
        'DateTimeOriginal',
        'OffsetTimeOriginal',
        'GPSLatitude',
        'GPSLatitudeRef',
        'GPSLongitude',
        'GPSLongitudeRef',
      ],
      reviveValues: false,
    });
    return tags ?? {};
  } catch {
    return {};
  }
}

function readTime(tags: Record<string, unknown>, timeZone: string): string | null {
  const time = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(String(tags.DateTimeOriginal));
  if (!time) return null;
  const given = String(tags.OffsetTimeOriginal);
  const offset = /^[+-]\d\d:\d\d$/.test(given) ? given : timeZone;
  try {
    return Temporal.PlainDateTime.from(`${time[1]}-${time[2]}-${time[3]}T${time[4]}`)
      .toZonedDateTime(offset)
      .toString({ timeZoneName: 'never' });
  } catch {
    return null;
  }
}

function readPlace({ latitude, longitude }: Record<string, unknown>) {
  const within = (degrees: unknown, bound: number): degrees is number =>
    typeof degrees === 'number' && Math.abs(degrees) <= bound;
  const known =
    within(latitude, 90) &&
    within(longitude, 180) &&
    // Some cameras write zeros if they have no GPS position. That is a point in the Atlantic.
    (latitude !== 0 || longitude !== 0);
  return known ? { latitude, longitude } : { latitude: null, longitude: null };
}
